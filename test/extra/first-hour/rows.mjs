const NEW = ['new', 'app', '-p', 'npm', '--skip-git'];
const SCHEMATICS = [
  'npx',
  '--yes',
  '-p',
  '@nestjs/schematics@12',
  '-p',
  '@angular-devkit/schematics-cli@22',
  'schematics',
  '@nestjs/schematics:application',
];

/** The applications that a newcomer makes. `nest new` of Nest 11 makes CommonJS projects only. */
export const ROWS = [
  {
    name: 'nest12-esm',
    title: 'Nest 12, ESM: Vitest, oxlint',
    create: [['npx', '--yes', '@nestjs/cli@12', ...NEW]],
    js: '.js',
    linted: /Found 0 warnings and 0 errors/,
  },
  {
    name: 'nest12-cjs',
    title: 'Nest 12, CommonJS: Jest, oxlint',
    // What `nest new` runs. It asks for the module system, which only a terminal can answer.
    create: [
      [...SCHEMATICS, '--name=app', '--type=cjs', '--language=ts', '--no-dry-run'],
      ['npm', 'install', '--prefix', 'app', '--no-audit', '--no-fund'],
    ],
    js: '',
    linted: /Found 0 warnings and 0 errors/,
  },
  {
    name: 'nest11',
    title: 'Nest 11, CommonJS: Jest, eslint with Prettier',
    create: [['npx', '--yes', '@nestjs/cli@11', ...NEW]],
    js: '',
    // Of src/main.ts, which `nest new` writes.
    linted: /main\.ts\n +8:1 +warning .*\n\n✖ 1 problem \(0 errors, 1 warning\)/,
  },
];
