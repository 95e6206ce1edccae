// Runs tests in one process, which keeps what it has read and compiled of the sources: a child process of tests.mjs, in
// the folder of a copy. A message `{ changed, files, bail }` is answered by `{ failed }`, the tests that failed.
import { createVitest } from 'vitest/node';

const NO_WORDS = { onInit() {} };
const projects = process.argv.slice(2);

const vitest = await createVitest('test', {
  watch: false,
  project: projects,
  reporters: [NO_WORDS],
  typecheck: { enabled: false },
});
await vitest.standalone();
const all = await vitest.globTestSpecifications();
process.send({ files: [...new Set(all.map(({ moduleId }) => moduleId))] });

process.on('message', ({ changed, files, bail }) => {
  // Not returned: the next message only comes after the answer.
  void run(changed, files, bail);
});
process.on('disconnect', () => process.exit(0));

async function run(changed, files, bail) {
  for (const path of changed) vitest.invalidateFile(path);
  // The failures of the last run would end this one.
  vitest.state.filesMap.clear();
  vitest.state.idMap.clear();
  for (const project of [vitest, ...vitest.projects]) project.config.bail = bail;
  const wanted = new Set(files);
  const specifications = all.filter(({ moduleId }) => wanted.has(moduleId));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const failed = testModules.flatMap((module) => failuresOf(module));
  const lost = unhandledErrors.map((error) => ({ file: '', title: String(error?.message) }));
  process.send({ failed: [...failed, ...(failed.length > 0 ? [] : lost)] });
}

function failuresOf(module) {
  const file = module.moduleId;
  const tests = [...module.children.allTests('failed')].map(({ fullName }) => fullName);
  if (tests.length > 0) return tests.map((title) => ({ file, title }));
  return module.state() === 'failed' ? [{ file, title: 'the file' }] : [];
}
