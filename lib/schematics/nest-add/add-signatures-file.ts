import { posix } from 'node:path';
import type { Rule, Tree } from '@angular-devkit/schematics';
import { changeJson, readJson, type JsonChange } from '../source/json-files.js';
import { PACKAGE } from '../source/project.js';
import { builderOf } from './add-rspack-loader.js';

const MANIFEST = '/package.json';

const COMMAND = `${PACKAGE} signatures`;

/** The scripts that build or start an application. Each gets one that npm runs before it. */
const SCRIPTS = ['build', 'start', 'start:dev', 'start:debug'];

/** Until the command writes it. */
const EMPTY = `// Written by \`npx ${COMMAND}\`, which writes it again: change the sources instead.
import type { RestSignatures } from "${PACKAGE}";

// prettier-ignore
export const signatures: RestSignatures = {
    format: 1,
    files: []
};
`;

/** Whether signatures come from a file: SWC runs no compiler plugin. */
export function takesSignaturesFile(tree: Tree, sourceRoot: string): boolean {
  return builderOf(tree, sourceRoot) === 'swc' || runsSwc(tree);
}

/** Adds the file of signatures, and scripts that write it before each build. */
export function addSignaturesFile(sourceRoot: string): Rule {
  return (tree, context) => {
    if (!takesSignaturesFile(tree, sourceRoot)) return;
    const path = posix.join('/', sourceRoot, 'rest-signatures.ts');
    if (!tree.exists(path)) tree.create(path, EMPTY);
    addScripts(tree);
    context.logger.info(
      `SWC runs no compiler plugin: ${path.slice(1)} has the signatures. Beside "nest start -b swc --watch", run: npx ${COMMAND} --watch`,
    );
  };
}

function addScripts(tree: Tree): void {
  const scripts = scriptsOf(readJson(tree, MANIFEST));
  const before = SCRIPTS.filter((name) => scripts[name] !== undefined)
    .map((name) => `pre${name}`)
    .filter((name) => scripts[name]?.includes(COMMAND) !== true);
  const changes = before.map((name): JsonChange => [['scripts', name], withCommand(scripts[name])]);
  changeJson(tree, MANIFEST, changes);
}

/** An existing script, such as `rimraf dist`, runs first. */
function withCommand(script: string | undefined): string {
  return script === undefined ? COMMAND : `${script} && ${COMMAND}`;
}

/** `nest build -b swc`, or `--builder swc`. */
function runsSwc(tree: Tree): boolean {
  const commands = Object.values(scriptsOf(readJson(tree, MANIFEST)));
  return commands.some((command) => /\bnest\b.*\s(?:-b|--builder)[ =]swc\b/.test(command));
}

function scriptsOf(manifest: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return (manifest['scripts'] ?? {}) as Readonly<Record<string, string>>;
}
