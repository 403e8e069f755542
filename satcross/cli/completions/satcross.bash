# bash completion for satcross
_satcross_names() {
    COMPREPLY=($(compgen -W "$1" -- "$current"))
    if [[ ${COMPREPLY[0]} == *= ]]; then compopt -o nospace 2> /dev/null; fi
}
_satcross_files() {
    local IFS=$'\n'
    compopt -o filenames 2> /dev/null
    COMPREPLY=($(compgen -f -- "$current"))
}
_satcross() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        _satcross_names 'solve check count explain mark hint lint prove verify export encodings decode render site play show convert generate repair studio fill slots template regex match completion help --help --version'
        return
    fi
    # --format=json is three words to bash
    if [[ $current == = ]]; then current=; elif [[ $previous == = ]]; then previous=${COMP_WORDS[COMP_CWORD-2]}; fi
    case "${COMP_WORDS[1]}" in
        help) _satcross_names 'solve check count explain mark hint lint prove verify export encodings decode render site play show convert generate repair studio fill slots template regex match completion' ;;
        solve)
            case "$previous" in
                --rows) return ;;
                --columns) return ;;
                --limit) return ;;
                --sample) return ;;
                --seed) return ;;
                --grid) _satcross_files; return ;;
                --puzzle) return ;;
                --from) _satcross_names 'toml json regexcrossword trux board hexregex slots link pasted'; return ;;
                --charset) _satcross_names 'utf-8 utf-16 latin-1 windows-1252'; return ;;
                --alphabet) _satcross_names 'mentioned positive any'; return ;;
                --dialect) _satcross_names 'python javascript'; return ;;
                --flags) return ;;
                --encoding) _satcross_names 'positions transitions table reachability diagram binary'; return ;;
                --solver) _satcross_names 'auto cadical103 cadical153 cadical195 glucose3 glucose4 glucose42 maplechrono maplecm maplesat mergesat3 minicard minisat22'; return ;;
                --timeout) return ;;
                --memory) return ;;
                --max-nodes) return ;;
                --max-clauses) return ;;
                --jobs) return ;;
                --cluster) return ;;
                --results) _satcross_files; return ;;
                --color) _satcross_names 'auto always never'; return ;;
            esac
            if [[ $current == -* ]]; then _satcross_names '-h --help -r --recursive --rows --columns --limit --all --sample --seed --cubes --json --trace --stats --grid --puzzle --from --charset --alphabet --dialect --flags --force --encoding --solver -q --quiet --timeout --memory --max-nodes --max-clauses --jobs --cluster --results --refresh --ascii --color'
            else _satcross_files; fi ;;
        check)
            case "$previous" in
                --format) _satcross_names 'text json github junit sarif'; return ;;
                --grid) _satcross_files; return ;;
                --puzzle) return ;;
                --from) _satcross_names 'toml json regexcrossword trux board hexregex slots link pasted'; return ;;
                --charset) _satcross_names 'utf-8 utf-16 latin-1 windows-1252'; return ;;
                --alphabet) _satcross_names 'mentioned positive any'; return ;;
                --dialect) _satcross_names 'python javascript'; return ;;
                --flags) return ;;
                --encoding) _satcross_names 'positions transitions table reachability diagram binary'; return ;;
                --solver) _satcross_names 'auto cadical103 cadical153 cadical195 glucose3 glucose4 glucose42 maplechrono maplecm maplesat mergesat3 minicard minisat22'; return ;;
                --timeout) return ;;
                --memory) return ;;
                --max-nodes) return ;;
                --max-clauses) return ;;
                --jobs) return ;;
                --cluster) return ;;
                --results) _satcross_files; return ;;
                --color) _satcross_names 'auto always never'; return ;;
            esac
            if [[ $current == -* ]]; then _satcross_names '-h --help -r --recursive --difficulty --details --json --stream --watch --format --grid --puzzle --from --charset --alphabet --dialect --flags --force --encoding --solver -q --quiet --timeout --memory --max-nodes --max-clauses --jobs --cluster --results --refresh --ascii --color'
            else _satcross_files; fi ;;
        count)
            case "$previous" in
                --method) _satcross_names 'auto search ganak'; return ;;
                --at-least) return ;;
                --grid) _satcross_files; return ;;
                --puzzle) return ;;
                --from) _satcross_names 'toml json regexcrossword trux board hexregex slots link pasted'; return ;;
                --charset) _satcross_names 'utf-8 utf-16 latin-1 windows-1252'; return ;;
                --alphabet) _satcross_names 'mentioned positive any'; return ;;
                --dialect) _satcross_names 'python javascript'; return ;;
                --flags) return ;;
                --timeout) return ;;
                --memory) return ;;
                --max-nodes) return ;;
                --max-clauses) return ;;
                --jobs) return ;;
                --cluster) return ;;
                --results) _satcross_files; return ;;
            esac
            if [[ $current == -* ]]; then _satcross_names '-h --help -r --recursive --method --at-least --json --grid --puzzle --from --charset --alphabet --dialect --flags --force -q --quiet --timeout --memory --max-nodes --max-clauses --jobs --cluster --results --refresh'
            else _satcross_files; fi ;;
        explain)
            case "$previous" in
                --grid) _satcross_files; return ;;
                --puzzle) return ;;
                --from) _satcross_names 'toml json regexcrossword trux board hexregex slots link pasted'; return ;;
                --charset) _satcross_names 'utf-8 utf-16 latin-1 windows-1252'; return ;;
                --alphabet) _satcross_names 'mentioned positive any'; return ;;
                --dialect) _satcross_names 'python javascript'; return ;;
                --flags) return ;;
                --timeout) return ;;
                --memory) return ;;
                --max-nodes) return ;;
                --max-clauses) return ;;
                --color) _satcross_names 'auto always never'; return ;;
            esac
            if [[ $current == -* ]]; then _satcross_names '-h --help --grid --brief --json --plain --puzzle --from --charset --alphabet --dialect --flags --force -q --quiet --timeout --memory --max-nodes --max-clauses --ascii --color'
            else _satcross_files; fi ;;
        mark)
            case "$previous" in
                --puzzle) return ;;
                --from) _satcross_names 'toml json regexcrossword trux board hexregex slots link pasted'; return ;;
                --charset) _satcross_names 'utf-8 utf-16 latin-1 windows-1252'; return ;;
                --alphabet) _satcross_names 'mentioned positive any'; return ;;
                --dialect) _satcross_names 'python javascript'; return ;;
                --flags) return ;;
                --timeout) return ;;
                --memory) return ;;
                --max-nodes) return ;;
                --max-clauses) return ;;
            esac
            if [[ $current == -* ]]; then _satcross_names '-h --help --csv --json --puzzle --from --charset --alphabet --dialect --flags --force -q --quiet --timeout --memory --max-nodes --max-clauses'
            else _satcross_files; fi ;;
        hint)
            case "$previous" in
                --grid) _satcross_files; return ;;
                --level) _satcross_names 'where clue letters'; return ;;
                --puzzle) return ;;
                --from) _satcross_names 'toml json regexcrossword trux board hexregex slots link pasted'; return ;;
                --charset) _satcross_names 'utf-8 utf-16 latin-1 windows-1252'; return ;;
                --alphabet) _satcross_names 'mentioned positive any'; return ;;
                --dialect) _satcross_names 'python javascript'; return ;;
                --flags) return ;;
                --timeout) return ;;
                --memory) return ;;
                --max-nodes) return ;;
                --max-clauses) return ;;
            esac
            if [[ $current == -* ]]; then _satcross_names '-h --help --grid --level --json --puzzle --from --charset --alphabet --dialect --flags --force -q --quiet --timeout --memory --max-nodes --max-clauses'
            else _satcross_files; fi ;;
        lint)
            case "$previous" in
                --ignore) _satcross_names 'homoglyph invisible curly-quote dash foreign-escape posix-class class-operator class-bar dead-anchor branch-length delimiter html-entity trailing-comma line-break expected-solution unexpected-solution missing-answer line-without-clue redundant-clue no-effect-alternative no-effect-letter no-effect-loop no-effect-group no-effect-lookaround dead-decoy looser-clue conflict several-solutions give-letters tighten-clue'; return ;;
                --format) _satcross_names 'text json github junit sarif'; return ;;
                --puzzle) return ;;
                --from) _satcross_names 'toml json regexcrossword trux board hexregex slots link pasted'; return ;;
                --charset) _satcross_names 'utf-8 utf-16 latin-1 windows-1252'; return ;;
                --alphabet) _satcross_names 'mentioned positive any'; return ;;
                --dialect) _satcross_names 'python javascript'; return ;;
                --flags) return ;;
                --timeout) return ;;
                --memory) return ;;
                --max-nodes) return ;;
                --max-clauses) return ;;
                --jobs) return ;;
                --cluster) return ;;
                --results) _satcross_files; return ;;
                --color) _satcross_names 'auto always never'; return ;;
            esac
            if [[ $current == -* ]]; then _satcross_names '-h --help -r --recursive --ignore --all --taste --json --format --puzzle --from --charset --alphabet --dialect --flags --force -q --quiet --timeout --memory --max-nodes --max-clauses --jobs --cluster --results --refresh --ascii --color'
            else _satcross_files; fi ;;
        prove)
            case "$previous" in
                -o|--output) _satcross_files; return ;;
                --solver) _satcross_names 'glucose4 glucose3 glucose42 cadical153 cadical195 maplechrono maplecm'; return ;;
                --puzzle) return ;;
                --from) _satcross_names 'toml json regexcrossword trux board hexregex slots link pasted'; return ;;
                --charset) _satcross_names 'utf-8 utf-16 latin-1 windows-1252'; return ;;
                --alphabet) _satcross_names 'mentioned positive any'; return ;;
                --dialect) _satcross_names 'python javascript'; return ;;
                --flags) return ;;
                --timeout) return ;;
                --memory) return ;;
                --max-nodes) return ;;
                --max-clauses) return ;;
            esac
            if [[ $current == -* ]]; then _satcross_names '-h --help -o --output --solver --json --puzzle --from --charset --alphabet --dialect --flags --force -q --quiet --timeout --memory --max-nodes --max-clauses'
            else _satcross_files; fi ;;
        verify)
            case "$previous" in
                --checker) _satcross_files; return ;;
                --puzzle) return ;;
                --from) _satcross_names 'toml json regexcrossword trux board hexregex slots link pasted'; return ;;
                --charset) _satcross_names 'utf-8 utf-16 latin-1 windows-1252'; return ;;
                --alphabet) _satcross_names 'mentioned positive any'; return ;;
                --dialect) _satcross_names 'python javascript'; return ;;
                --flags) return ;;
                --timeout) return ;;
                --memory) return ;;
                --max-nodes) return ;;
                --max-clauses) return ;;
            esac
            if [[ $current == -* ]]; then _satcross_names '-h --help --checker --json --puzzle --from --charset --alphabet --dialect --flags --force -q --quiet --timeout --memory --max-nodes --max-clauses'
            else _satcross_files; fi ;;
        export)
            case "$previous" in
                -o|--output) _satcross_files; return ;;
                --encoding) _satcross_names 'positions transitions table reachability diagram binary'; return ;;
                --puzzle) return ;;
                --from) _satcross_names 'toml json regexcrossword trux board hexregex slots link pasted'; return ;;
                --charset) _satcross_names 'utf-8 utf-16 latin-1 windows-1252'; return ;;
                --alphabet) _satcross_names 'mentioned positive any'; return ;;
                --dialect) _satcross_names 'python javascript'; return ;;
                --flags) return ;;
                --timeout) return ;;
                --memory) return ;;
                --max-nodes) return ;;
                --max-clauses) return ;;
            esac
            if [[ $current == -* ]]; then _satcross_names '-h --help -r --recursive -o --output --simplify --encoding --competition --puzzle --from --charset --alphabet --dialect --flags --force -q --quiet --timeout --memory --max-nodes --max-clauses'
            else _satcross_files; fi ;;
        encodings)
            case "$previous" in
                --puzzle) return ;;
                --from) _satcross_names 'toml json regexcrossword trux board hexregex slots link pasted'; return ;;
                --charset) _satcross_names 'utf-8 utf-16 latin-1 windows-1252'; return ;;
                --alphabet) _satcross_names 'mentioned positive any'; return ;;
                --dialect) _satcross_names 'python javascript'; return ;;
                --flags) return ;;
                --timeout) return ;;
                --memory) return ;;
                --max-nodes) return ;;
                --max-clauses) return ;;
            esac
            if [[ $current == -* ]]; then _satcross_names '-h --help --json --puzzle --from --charset --alphabet --dialect --flags --force -q --quiet --timeout --memory --max-nodes --max-clauses'
            else _satcross_files; fi ;;
        decode)
            case "$previous" in
                --puzzle) return ;;
                --from) _satcross_names 'toml json regexcrossword trux board hexregex slots link pasted'; return ;;
                --charset) _satcross_names 'utf-8 utf-16 latin-1 windows-1252'; return ;;
                --alphabet) _satcross_names 'mentioned positive any'; return ;;
                --dialect) _satcross_names 'python javascript'; return ;;
                --flags) return ;;
                --timeout) return ;;
                --memory) return ;;
                --color) _satcross_names 'auto always never'; return ;;
            esac
            if [[ $current == -* ]]; then _satcross_names '-h --help --json --puzzle --from --charset --alphabet --dialect --flags --force -q --quiet --timeout --memory --ascii --color'
            else _satcross_files; fi ;;
        render)
            case "$previous" in
                -o|--output) _satcross_files; return ;;
                --format) _satcross_names 'svg pdf png html txt'; return ;;
                --page) _satcross_names 'a4 letter a5 6x9'; return ;;
                --pixels) return ;;
                --font) _satcross_files; return ;;
                --grid) _satcross_files; return ;;
                --per-page) _satcross_names '1 2 4 6'; return ;;
                --order) _satcross_names 'given difficulty title'; return ;;
                --title) return ;;
                --author) return ;;
                --answers) _satcross_files; return ;;
                --puzzle) return ;;
                --from) _satcross_names 'toml json regexcrossword trux board hexregex slots link pasted'; return ;;
                --charset) _satcross_names 'utf-8 utf-16 latin-1 windows-1252'; return ;;
                --alphabet) _satcross_names 'mentioned positive any'; return ;;
                --dialect) _satcross_names 'python javascript'; return ;;
                --flags) return ;;
                --solver) _satcross_names 'auto cadical103 cadical153 cadical195 glucose3 glucose4 glucose42 maplechrono maplecm maplesat mergesat3 minicard minisat22'; return ;;
                --timeout) return ;;
                --memory) return ;;
                --max-nodes) return ;;
                --max-clauses) return ;;
            esac
            if [[ $current == -* ]]; then _satcross_names '-h --help -r --recursive -o --output --format --solution --candidates --differences --page --hide-letters --pixels --font --no-hints --ascii --grid --per-page --order --title --author --answers --hints --rules --allow-several --puzzle --from --charset --alphabet --dialect --flags --force --solver -q --quiet --timeout --memory --max-nodes --max-clauses'
            else _satcross_files; fi ;;
        site)
            case "$previous" in
                -o|--output) _satcross_files; return ;;
                --title) return ;;
                --author) return ;;
                --about) _satcross_files; return ;;
                --url) return ;;
                --order) _satcross_names 'given difficulty title'; return ;;
                --page) _satcross_names 'a4 letter a5 6x9'; return ;;
                --puzzle) return ;;
                --from) _satcross_names 'toml json regexcrossword trux board hexregex slots link pasted'; return ;;
                --charset) _satcross_names 'utf-8 utf-16 latin-1 windows-1252'; return ;;
                --alphabet) _satcross_names 'mentioned positive any'; return ;;
                --dialect) _satcross_names 'python javascript'; return ;;
                --flags) return ;;
                --solver) _satcross_names 'auto cadical103 cadical153 cadical195 glucose3 glucose4 glucose42 maplechrono maplecm maplesat mergesat3 minicard minisat22'; return ;;
                --timeout) return ;;
                --memory) return ;;
                --max-nodes) return ;;
                --max-clauses) return ;;
            esac
            if [[ $current == -* ]]; then _satcross_names '-h --help -r --recursive -o --output --title --author --about --url --order --page --no-hints --allow-several --puzzle --from --charset --alphabet --dialect --flags --force --solver -q --quiet --timeout --memory --max-nodes --max-clauses'
            else _satcross_files; fi ;;
        play)
            case "$previous" in
                --date) return ;;
                --difficulty) _satcross_names 'gentle moderate hard fiendish'; return ;;
                --unlock) return ;;
                --puzzle) return ;;
                --from) _satcross_names 'toml json regexcrossword trux board hexregex slots link pasted'; return ;;
                --charset) _satcross_names 'utf-8 utf-16 latin-1 windows-1252'; return ;;
                --alphabet) _satcross_names 'mentioned positive any'; return ;;
                --dialect) _satcross_names 'python javascript'; return ;;
                --flags) return ;;
            esac
            if [[ $current == -* ]]; then _satcross_names '-h --help --new --daily --date --difficulty --unlock --puzzle --from --charset --alphabet --dialect --flags --force'
            else _satcross_files; fi ;;
        show)
            case "$previous" in
                --puzzle) return ;;
                --from) _satcross_names 'toml json regexcrossword trux board hexregex slots link pasted'; return ;;
                --charset) _satcross_names 'utf-8 utf-16 latin-1 windows-1252'; return ;;
                --alphabet) _satcross_names 'mentioned positive any'; return ;;
                --dialect) _satcross_names 'python javascript'; return ;;
                --flags) return ;;
                --timeout) return ;;
                --memory) return ;;
                --color) _satcross_names 'auto always never'; return ;;
            esac
            if [[ $current == -* ]]; then _satcross_names '-h --help -r --recursive --json --puzzle --from --charset --alphabet --dialect --flags --force -q --quiet --timeout --memory --ascii --color'
            else _satcross_files; fi ;;
        convert)
            case "$previous" in
                -o|--output) _satcross_files; return ;;
                --format) _satcross_names 'toml json regexcrossword trux board link'; return ;;
                --link) return ;;
                --puzzle) return ;;
                --from) _satcross_names 'toml json regexcrossword trux board hexregex slots link pasted'; return ;;
                --charset) _satcross_names 'utf-8 utf-16 latin-1 windows-1252'; return ;;
                --alphabet) _satcross_names 'mentioned positive any'; return ;;
                --dialect) _satcross_names 'python javascript'; return ;;
                --flags) return ;;
                --timeout) return ;;
                --memory) return ;;
            esac
            if [[ $current == -* ]]; then _satcross_names '-h --help -r --recursive -o --output --overwrite --format --link --puzzle --from --charset --alphabet --dialect --flags --force -q --quiet --timeout --memory'
            else _satcross_files; fi ;;
        generate)
            case "$previous" in
                --rows) return ;;
                --columns) return ;;
                --side) return ;;
                --triangle) return ;;
                --shape) _satcross_files; return ;;
                --complete) _satcross_files; return ;;
                --puzzle) return ;;
                --solution) _satcross_files; return ;;
                --theme) return ;;
                --theme-at) return ;;
                --words) _satcross_files; return ;;
                --saying) return ;;
                --kind) _satcross_names 'saying square set words letters'; return ;;
                --fill-letters) return ;;
                --alphabet) _satcross_names 'mentioned positive any'; return ;;
                --difficulty) _satcross_names 'gentle moderate hard fiendish'; return ;;
                --clues-per-line) return ;;
                --with) _satcross_names 'references lookarounds classes counts alternatives'; return ;;
                --without) _satcross_names 'references lookarounds classes counts alternatives'; return ;;
                --style) _satcross_names 'sets= exclusions= runs= anchors= enclosures= firsts= alternatives= blocks= chains= options= strides= places= stencils= forms= maybes= pairs= counts= series= echoes= frames= loops= mirrors= repeats= bans= demands= guards='; return ;;
                --dialect) _satcross_names 'python javascript'; return ;;
                --max-length) return ;;
                --seed) return ;;
                --best-of) return ;;
                --day) return ;;
                --jobs) return ;;
                --cluster) return ;;
                --results) _satcross_files; return ;;
                --timeout) return ;;
                --memory) return ;;
                -o|--output) _satcross_files; return ;;
                --format) _satcross_names 'toml json regexcrossword trux board link'; return ;;
                --count) return ;;
                --title) return ;;
                --author) return ;;
                --note) return ;;
                --answer) return ;;
            esac
            if [[ $current == -* ]]; then _satcross_names '-h --help --rows --columns --side --triangle --shape --complete --puzzle --solution --theme --theme-at --words --no-cache --saying --kind --fill-letters --alphabet --difficulty --sparse --clues-per-line --with --without --style --allow-words --dialect --max-length --seed --best-of --day --jobs --cluster --results --refresh -q --quiet --timeout --memory -o --output --overwrite --format --count --title --author --note --answer --json'
            else :; fi ;;
        repair)
            case "$previous" in
                --solution) _satcross_files; return ;;
                --line) return ;;
                --clue) return ;;
                --count) return ;;
                --max-length) return ;;
                --seed) return ;;
                -o|--output) _satcross_files; return ;;
                --pick) return ;;
                --format) _satcross_names 'toml json regexcrossword trux board link'; return ;;
                --puzzle) return ;;
                --from) _satcross_names 'toml json regexcrossword trux board hexregex slots link pasted'; return ;;
                --charset) _satcross_names 'utf-8 utf-16 latin-1 windows-1252'; return ;;
                --alphabet) _satcross_names 'mentioned positive any'; return ;;
                --dialect) _satcross_names 'python javascript'; return ;;
                --flags) return ;;
                --timeout) return ;;
                --memory) return ;;
            esac
            if [[ $current == -* ]]; then _satcross_names '-h --help --solution --vary --loosen --line --clue --count --max-length --seed --patch -o --output --overwrite --pick --format --json --puzzle --from --charset --alphabet --dialect --flags --force -q --quiet --timeout --memory'
            else _satcross_files; fi ;;
        studio)
            case "$previous" in
                --words) _satcross_files; return ;;
                --site) return ;;
                --port) return ;;
            esac
            if [[ $current == -* ]]; then _satcross_names '-h --help --words --site --port --no-browser'
            else _satcross_files; fi ;;
        fill)
            case "$previous" in
                --unlock) return ;;
                --words) _satcross_files; return ;;
                --accents) _satcross_names 'fold keep'; return ;;
                --capitals) _satcross_names 'keep drop'; return ;;
                --min-score) return ;;
                --min-length) return ;;
                --exclude) _satcross_files; return ;;
                --prefer) _satcross_files; return ;;
                --require) _satcross_files; return ;;
                --seed) return ;;
                --count) return ;;
                --engine) _satcross_names 'auto search sat'; return ;;
                --jobs) return ;;
                --improve) return ;;
                --timeout) return ;;
                --memory) return ;;
                --style) _satcross_names 'spaced dense quiz'; return ;;
                -o|--output) _satcross_files; return ;;
                --format) _satcross_names 'ipuz puz xd txt html svg pdf png'; return ;;
                --proof) _satcross_files; return ;;
            esac
            if [[ $current == -* ]]; then _satcross_names '-h --help --unlock --words --accents --capitals --min-score --min-length --exclude --no-cache --prefer --require --allow-repeats --seed --count --engine --jobs --improve -q --quiet --timeout --memory --style --numbered --quality --json -o --output --overwrite --format --proof --stats'
            else _satcross_files; fi ;;
        slots)
            case "$previous" in
                --unlock) return ;;
                --words) _satcross_files; return ;;
                --accents) _satcross_names 'fold keep'; return ;;
                --capitals) _satcross_names 'keep drop'; return ;;
                --min-score) return ;;
                --min-length) return ;;
                --exclude) _satcross_files; return ;;
                --timeout) return ;;
                --memory) return ;;
            esac
            if [[ $current == -* ]]; then _satcross_names '-h --help --unlock --words --accents --capitals --min-score --min-length --exclude --no-cache --json -q --quiet --timeout --memory'
            else _satcross_files; fi ;;
        template)
            case "$previous" in
                -o|--output) _satcross_files; return ;;
                --style) _satcross_names 'spaced dense'; return ;;
                --word-count) return ;;
                --with) return ;;
                --symmetry) _satcross_names 'rotation quarter horizontal vertical both diagonal none'; return ;;
                --seed) return ;;
                --min-length) return ;;
                --max-length) return ;;
                --timeout) return ;;
                --memory) return ;;
            esac
            if [[ $current == -* ]]; then _satcross_names '-h --help -o --output --overwrite --style --word-count --with --symmetry --seed --min-length --max-length -q --quiet --timeout --memory'
            else :; fi ;;
        regex)
            case "$previous" in
                --file) _satcross_files; return ;;
                --not) return ;;
                --length) return ;;
                --dialect) _satcross_names 'python javascript'; return ;;
                --flags) return ;;
                --alphabet) _satcross_names 'mentioned positive any'; return ;;
                --limit) return ;;
                --up-to) return ;;
                --sample) return ;;
                --seed) return ;;
                --dot) _satcross_files; return ;;
                --svg) _satcross_files; return ;;
                --timeout) return ;;
                --memory) return ;;
                --max-nodes) return ;;
                --max-clauses) return ;;
            esac
            if [[ $current == -* ]]; then _satcross_names '-h --help --file --each --not --explain --length --dialect --flags --alphabet --limit --json --same --within --disjoint --search --prefix --up-to --positions --sample --seed --dot --svg -q --quiet --timeout --memory --max-nodes --max-clauses'
            else :; fi ;;
        match)
            case "$previous" in
                --patterns) _satcross_files; return ;;
                --texts) _satcross_files; return ;;
                --dialect) _satcross_names 'python javascript'; return ;;
                --flags) return ;;
                --timeout) return ;;
                --memory) return ;;
            esac
            if [[ $current == -* ]]; then _satcross_names '-h --help --patterns --texts --dialect --flags --json -q --quiet --timeout --memory'
            else :; fi ;;
        completion)
            case "$previous" in
            esac
            if [[ $current == -* ]]; then _satcross_names '-h --help'
            else _satcross_names 'bash zsh fish'; fi ;;
    esac
}
complete -F _satcross satcross
