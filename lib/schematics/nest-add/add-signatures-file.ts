import { posix } from 'node:path';
import type { Rule, Tree } from '@angular-devkit/schematics';
import { packageManagerOf } from '../../shared/package-manager.js';
import { changeJson, readJson, type JsonChange } from '../source/json-files.js';
import { PACKAGE } from '../source/project.js';
import { isNxWorkspace } from './add-nx-project.js';
import { builderOf } from './add-rspack-loader.js';

const MANIFEST = '/package.json';

const COMMAND = `${PACKAGE} signatures`;

/** The scripts that build or start an application. Each gets one that npm runs before it. */
const SCRIPTS = ['build', 'start', 'start:dev', 'start:debug', 'dev'];

/** Until the command writes it. */
const EMPTY = `// Written by \`npx ${COMMAND}\`, which writes it again: change the sources instead.
import type { RestSignatures } from "${PACKAGE}";

// prettier-ignore
export const signatures: RestSignatures = {
    format: 1,
    files: []
};
`;

/** Whether signatures come from a file: SWC and the scripts of a team run no plugin of `nest-cli.json`. */
export function takesSignaturesFile(tree: Tree, sourceRoot: string): boolean {
  return usesSwc(tree, sourceRoot) || buildsItself(tree);
}

function usesSwc(tree: Tree, sourceRoot: string): boolean {
  return builderOf(tree, sourceRoot) === 'swc' || runsSwc(tree);
}

/** Adds the file of signatures, and scripts that write it before each build. */
export function addSignaturesFile(sourceRoot: string): Rule {
  return (tree, context) => {
    if (!takesSignaturesFile(tree, sourceRoot)) return;
    const path = posix.join('/', sourceRoot, 'rest-signatures.ts');
    if (!tree.exists(path)) tree.create(path, EMPTY);
    addScripts(tree);
    const file = path.slice(1);
    context.logger.info(
      usesSwc(tree, sourceRoot)
        ? `SWC runs no compiler plugin: ${file} has the signatures. Beside "nest start -b swc --watch", run: npx ${COMMAND} --watch`
        : `No script runs "nest build" or "nest start", which read the plugin in nest-cli.json: ${file} has the signatures, and scripts write it before they build. Beside a watch mode, run: npx ${COMMAND} --watch. If your build takes plugins (esbuild, webpack, Vite, Bun), a row of docs/toolchains.md replaces the file.`,
    );
  };
}

/** Commands that compile an application or start it from its sources, and scripts of the team. */
const BUILDERS =
  /\b(?:babel|bun|esbuild|ncc|node|parcel|rolldown|rollup|rspack|swc|tsc|tsdown|tsup|tsx|ts-node|unbuild|vite|webpack)\b/;

/** The command that starts a built application, and the one that is added here. */
const BUILT = /\bnode\b[^&|;]*\bdist\b|\bnestjs-rest-routes signatures\b/;

const OF_NEST = /\bnest (?:build|start)\b/;

/** Whether scripts build the application without Nest's command line, and without Nx, which has a set-up of its own. */
function buildsItself(tree: Tree): boolean {
  if (isNxWorkspace(tree)) return false;
  const scripts = scriptsOf(readJson(tree, MANIFEST));
  const isOwn = (one: string): boolean =>
    !OF_NEST.test(one) && BUILDERS.test(one.replace(BUILT, ''));
  // A team that starts the application by Nest's command line may build it by another.
  if (scripts['build'] !== undefined && isOwn(scripts['build'])) return true;
  const building = SCRIPTS.flatMap((name) => scripts[name] ?? []);
  return !Object.values(scripts).some((one) => OF_NEST.test(one)) && building.some(isOwn);
}

function addScripts(tree: Tree): void {
  const scripts = scriptsOf(readJson(tree, MANIFEST));
  const { install } = packageManagerOf(process.cwd(), (file) => tree.exists(`/${file}`));
  // Yarn from version 2 on runs no script before another.
  const isYarn = install.startsWith('yarn');
  const existing = SCRIPTS.filter((name) => scripts[name] !== undefined);
  const changes = (isYarn ? existing : existing.map((name) => `pre${name}`))
    .filter((name) => scripts[name]?.includes(COMMAND) !== true)
    .map((name): JsonChange => [['scripts', name], withCommand(scripts[name], isYarn)]);
  changeJson(tree, MANIFEST, changes);
}

/** A script that runs before another, such as `rimraf dist`, comes before the command. */
function withCommand(script: string | undefined, isFirst: boolean): string {
  if (script === undefined) return COMMAND;
  return isFirst ? `${COMMAND} && ${script}` : `${script} && ${COMMAND}`;
}

/** `nest build -b swc`, or `--builder swc`. */
function runsSwc(tree: Tree): boolean {
  const commands = Object.values(scriptsOf(readJson(tree, MANIFEST)));
  return commands.some((command) => /\bnest\b.*\s(?:-b|--builder)[ =]swc\b/.test(command));
}

function scriptsOf(manifest: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return (manifest['scripts'] ?? {}) as Readonly<Record<string, string>>;
}
