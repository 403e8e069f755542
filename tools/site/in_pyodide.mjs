// Runs a Python module in Pyodide, in node: node in_pyodide.mjs PYODIDE REPOSITORY FOLDER PACKAGES MODULE ARGUMENT...
//
// The program sees the repository as /repository, where it finds modules, and FOLDER as /work, its current folder.
// PACKAGES is a folder with more modules, or "".

import {pathToFileURL} from "node:url";

const [home, repository, folder, packages, module, ...rest] = process.argv.slice(2);
const {loadPyodide} = await import(pathToFileURL(`${home}/pyodide.mjs`));
const pyodide = await loadPyodide({indexURL: home, env: {PYTHONDONTWRITEBYTECODE: "1"}});
for (const [name, root] of [["/repository", repository], ["/work", folder], ["/packages", packages]]) {
  if (!root) continue;
  pyodide.FS.mkdir(name);
  pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, {root}, name);
}
pyodide.FS.chdir("/work");
pyodide.globals.set("given", pyodide.toPy([module, ...rest]));
// A SystemExit that leaves Python would be shown as an error.
const run = `
import runpy, sys
sys.argv = given
sys.path[:0] = ["/repository", "/packages"]
status = 0
try:
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
except SystemExit as end:
    status = int(end.code or 0)
status
`;
try {
  process.exitCode = pyodide.runPython(run);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
