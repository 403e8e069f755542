// Runs a Python module in Pyodide, in node: node in_pyodide.mjs PYODIDE REPOSITORY FOLDER MODULE ARGUMENT...
//
// The program sees the repository as /repository, where it finds modules, and FOLDER as /work, its current folder.

import {pathToFileURL} from "node:url";

const [home, repository, folder, module, ...rest] = process.argv.slice(2);
const {loadPyodide} = await import(pathToFileURL(`${home}/pyodide.mjs`));
const pyodide = await loadPyodide({indexURL: home, env: {PYTHONDONTWRITEBYTECODE: "1"}});
for (const [name, root] of [["/repository", repository], ["/work", folder]]) {
  pyodide.FS.mkdir(name);
  pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, {root}, name);
}
pyodide.FS.chdir("/work");
pyodide.globals.set("given", pyodide.toPy([module, ...rest]));
try {
  await pyodide.runPythonAsync(`
import runpy, sys
sys.argv = given
sys.path.insert(0, "/repository")
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
`);
} catch (error) {
  const status = /SystemExit: (\d+)\s*$/.exec(error.message);
  if (!status) process.stderr.write(`${error.message}\n`);
  process.exitCode = status ? Number(status[1]) : 1;
}
