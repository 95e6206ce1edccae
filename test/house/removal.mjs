// Deletes features with their lines in the list and their exports, and checks the types of what is left:
// node test/house/removal.mjs NAME... (each of them without a name). A feature that imports another one goes with it.
// With --tests PATH..., does it in a copy of the project, and runs the tests of these folders there, but for those that
// use the feature.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));
const FEATURES = 'lib/features';
/** The list of features, the part of it that a feature imports, and that of their options of routes. */
const LISTS = ['features', 'error-features', 'route-options'].map(
  (name) => `${FEATURES}/${name}.ts`,
);
const ENTRY = 'lib/index.ts';

/** The parts of the project that tests need. */
const PARTS = [
  'lib',
  'test',
  'sample',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
  'nest-cli.json',
];

/** By what a file of tests shows that it uses a feature; by default, by its name. */
const USES = {
  batch: /batch/i,
  embed: /_embed|embeddable/,
  // Forms are its own too.
  uploads: /multipart|\bform\(|UploadedFile|www-form-urlencoded/,
  // The plain enhancers go with it.
  caching: /@Cache\b|\bcache|Cache\(|PermissionGuard|RestExceptionFilter|RequirePermission/i,
  messages: /messages/,
};

/** The parsed files, which all checks share. */
const PARSED = new Map();

const names = readdirSync(join(REPOSITORY, FEATURES), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const args = process.argv.slice(2);
const at = args.indexOf('--tests');
const [chosen, tests] = at === -1 ? [args, undefined] : [args.slice(0, at), args.slice(at + 1)];
const unknown = chosen.filter((name) => !names.includes(name));

if (unknown.length > 0) {
  console.error(`No feature ${unknown.join(', ')}. Features: ${names.join(', ')}.`);
  process.exitCode = 1;
} else {
  for (const name of chosen.length === 0 ? names : chosen) {
    const gone = [name, ...dependentsOf(name)];
    const problems = tests === undefined ? typeErrorsWithout(gone) : testsWithout(gone, tests);
    console.log(`without ${gone.join(' and ')}: ${problems === '' ? 'ok' : `\n${problems}`}`);
    if (problems !== '') process.exitCode = 1;
  }
}

/** The features that import a feature. */
function dependentsOf(name) {
  const others = names.filter((other) => other !== name);
  return others.filter((other) =>
    readdirSync(join(REPOSITORY, FEATURES, other), { recursive: true })
      .filter((path) => path.endsWith('.ts'))
      .some((path) => {
        const text = readFileSync(join(REPOSITORY, FEATURES, other, path), 'utf8');
        return new RegExp(`from '(?:\\.\\./)+${name}/`).test(text);
      }),
  );
}

/** The errors of `lib` without some features; empty if there are none. */
function typeErrorsWithout(gone) {
  const folders = gone.map((name) => resolve(REPOSITORY, FEATURES, name));
  const isGone = (path) => folders.some((folder) => resolve(path).startsWith(`${folder}/`));
  const { options, fileNames } = configuration();
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (path) => !isGone(path) && fileExists(path);
  host.getSourceFile = (path, ...rest) => {
    const changed = [...LISTS, ENTRY].find((one) => resolve(REPOSITORY, one) === resolve(path));
    if (changed !== undefined) {
      return ts.createSourceFile(
        path,
        textWithout(gone, changed, readFileSync(path, 'utf8')),
        ts.ScriptTarget.ES2023,
        true,
      );
    }
    const known = PARSED.get(path) ?? getSourceFile(path, ...rest);
    PARSED.set(path, known);
    return known;
  };
  const program = ts.createProgram(
    fileNames.filter((path) => !isGone(path)),
    options,
    host,
  );
  return ts.formatDiagnostics(ts.getPreEmitDiagnostics(program), host);
}

function configuration() {
  const path = join(REPOSITORY, 'lib/tsconfig.json');
  const parsed = ts.getParsedCommandLineOfConfigFile(
    path,
    { noEmit: true, incremental: false },
    ts.sys,
  );
  delete parsed.options.tsBuildInfoFile;
  return parsed;
}

/** The result of tests in a copy of the project without some features; empty if they pass. */
function testsWithout(gone, paths) {
  const folder = mkdtempSync(join(tmpdir(), 'rest-routes-removal-'));
  try {
    for (const part of PARTS)
      cpSync(join(REPOSITORY, part), join(folder, part), { recursive: true });
    symlinkSync(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'));
    for (const name of gone) rmSync(join(folder, FEATURES, name), { recursive: true });
    for (const path of [...LISTS, ENTRY]) {
      const file = join(folder, path);
      writeFileSync(file, textWithout(gone, path, readFileSync(file, 'utf8')));
    }
    const files = paths.flatMap((path) => testsIn(join(folder, path)));
    const own = files.filter((file) => !gone.some((name) => usesFeature(file, name)));
    console.log(`${own.length} of ${files.length} files of tests do not use it`);
    // The usual application of tests has a cache.
    const projects = gone.includes('caching') ? ['bare'] : ['fastify', 'counted'];
    const words = [
      'run',
      '--typecheck.enabled=false',
      ...projects.map((one) => `--project=${one}`),
    ];
    const output = execFileSync(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', ...words, ...own],
      { cwd: folder, encoding: 'utf8', stdio: 'pipe' },
    );
    console.log(/Tests .*/.exec(output)?.[0] ?? output);
    return '';
  } catch (error) {
    return `${error.stdout ?? ''}${error.stderr ?? error}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function testsIn(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((path) => path.endsWith('.test.ts') && !/\.(?:dist|builds)\.test\.ts$/.test(path))
    .map((path) => join(folder, path));
}

/** Also in the files beside it that it imports. */
function usesFeature(file, name) {
  const uses = USES[name] ?? new RegExp(`\\b${name}\\b`);
  const text = readFileSync(file, 'utf8');
  const beside = [...text.matchAll(/from '(\.[^']*)\.js'/g)]
    .map(([, path]) => `${resolve(dirname(file), path)}.ts`)
    .filter((path) => !path.includes('/test/support/') && existsSync(path));
  return [text, ...beside.map((path) => readFileSync(path, 'utf8'))].some((one) => uses.test(one));
}

/** The text of a list of features, or of the entry point, without some features. */
function textWithout(gone, path, text) {
  return gone.reduce((left, name) => {
    if (path === ENTRY) {
      const exports = `^export (?:type )?\\{[^}]*\\} from '\\./features/${name}/[^']*';\\n`;
      return left.replace(new RegExp(exports, 'gm'), '');
    }
    const [line, imported] =
      new RegExp(`import \\{ (\\w+) \\} from '\\./${name}/[\\w-]+\\.js';\\n`).exec(left) ?? [];
    if (line === undefined) return left;
    const [start, items] = left.replace(line, '').split(/(?<== \[)/);
    return `${start}${items.replace(new RegExp(`\\b${imported}\\b,?\\s*`), '')}`;
  }, text);
}
