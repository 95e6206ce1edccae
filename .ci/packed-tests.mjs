// Packs the library, installs the tarball beside the tests in a folder without "lib", and runs the tests that
// go through its public API there: node .ci/packed-tests.mjs [path]... What users install is what is tested.
// TARBALL=FILE.tgz tests that one.
// Ends with the exit code of the tests, or 1 if they take too long.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pack } from './pack.mjs';
import {
  copyFiles,
  ONCE_ON_EACH_ADAPTER,
  projectFiles,
  withScratchProject,
} from './scratch-project.mjs';

const FOLDERS = [
  'conformance',
  'decorators',
  'features',
  'lifecycle',
  'nest',
  'platform',
  'routes',
  'routing',
  'security',
].map((name) => `test/${name}/`);

/** Links the folder of the project as the installed package, which here has another name. */
const OF_THE_PROJECT = 'test/nest/namespace.dist.test.ts';

/** An import of a part of lib that is there at run time. */
const FRAGMENT =
  /^(?:import|export) (?!type\b)[^;]*? from '(?:\.\.\/)+lib\/|import\('(?:\.\.\/)+lib\//m;

/** A relative import that is there at run time. */
const IMPORTED = /^(?:import|export) (?!type\b)(?:[^;]*? from )?'(\.[^']+)'/gm;

const asked = process.argv.slice(2);
const MINUTES = 25;

withScratchProject('packed', MINUTES, (project) => {
  const files = projectFiles().filter((file) => /^(?:test|sample|docs)\/|^README\.md$/.test(file));
  copyFiles([...files, 'package.json', 'tsconfig.json'], project.folder);
  const { filename: tarball } = pack(project.folder);
  project.edit('package.json', (manifest) => {
    // Its own name would lead imports of the library back to this folder.
    for (const key of ['exports', 'bin', 'imports', 'main', 'types', 'schematics'])
      delete manifest[key];
    manifest.name = 'packed-tests';
    manifest.dependencies = { 'nestjs-rest-routes': `file:${tarball}` };
  });
  project.edit('tsconfig.json', ({ compilerOptions }) => delete compilerOptions.paths);
  writeFileSync(join(project.folder, 'vitest.config.ts'), configuration());
  project.install();
  const { dependencies } = project.manifestOf('nestjs-rest-routes');
  console.log(`nestjs-rest-routes with ${Object.keys(dependencies).join(', ')}`);
  for (const file of files.filter(importsFragments)) {
    console.log(`left out, as it imports parts of lib: ${file}`);
    rmSync(join(project.folder, file));
  }
  rmSync(join(project.folder, OF_THE_PROJECT));
  // Tests of the project "builds" install what is built themselves: here they would do it once more. Steps are counted
  // here because no other check counts those of this major of Node.
  const chosen =
    asked.length > 0 ? asked : [...ONCE_ON_EACH_ADAPTER, '--project=counted', ...FOLDERS];
  project.vitest('--typecheck.enabled=false', ...chosen);
});

/** As that of the project, but the library is the installed one. */
function configuration() {
  return readFileSync('vitest.config.ts', 'utf8')
    .replace(/^import \{ SOURCE_ALIAS .*\n/m, 'const alias = {};\n')
    .replace(/'\.\/lib\/compiler\/[^']*'/, "'nestjs-rest-routes/vite'");
}

/** Whether a test, or what it imports, imports a part of lib. */
function importsFragments(file) {
  const isTest = file.endsWith('.test.ts') && FOLDERS.some((folder) => file.startsWith(folder));
  return isTest && reachesFragments(file, new Set());
}

function reachesFragments(file, seen) {
  if (seen.has(file) || !existsSync(file)) return false;
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  if (FRAGMENT.test(text)) return true;
  const imported = [...text.matchAll(IMPORTED)].map(([, path]) => join(dirname(file), path));
  return imported.some((path) => reachesFragments(path.replace(/\.js$/, '.ts'), seen));
}
