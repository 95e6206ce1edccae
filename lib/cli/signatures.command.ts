import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { SignatureText } from '../compiler/list-files.js';
import { projectFormat } from '../wordpress/import/project-files.js';
import { buildConfigPath, sourceRootPath } from './read-routes.js';
import type { CommandOptions, Output } from './command-line.js';

interface Job {
  readonly path: string;
  readonly output: Output;
  /** With `--check`: no file is written. */
  readonly isCheck: boolean;
  readonly format: (text: string) => Promise<string>;
}

export async function signaturesCommand(
  _positionals: readonly string[],
  options: CommandOptions,
  output: Output,
): Promise<number> {
  const root = process.cwd();
  const {
    out: path = join(sourceRootPath(), 'rest-signatures.ts'),
    tsconfig = buildConfigPath(),
    watch = false,
  } = options;
  const formatFile = await projectFormat(root);
  const job: Job = {
    path,
    output,
    isCheck: !watch && options.check !== undefined,
    format: (text) => formatFile(relative(root, path), text),
  };
  const { readSignatures, watchSignatures } = await import('../compiler/list-files.js');
  if (!watch) return update(readSignatures(tsconfig, path), job);
  let last = Promise.resolve(0);
  // The file is part of the project, so writing it is a change too.
  const quiet = { ...job, output: { ...output, print: printOnce(output.print) } };
  watchSignatures(tsconfig, path, (found) => {
    last = last.then(() => update(found, quiet));
  });
  // The watchers keep the process alive until it is ended from outside.
  return new Promise<number>(() => undefined);
}

/** Writes the file only if its text has changed: a build in watch mode compiles each written file. */
async function update(
  found: SignatureText,
  { path, output, isCheck, format }: Job,
): Promise<number> {
  if (found.diagnostics.length > 0) {
    output.complain(`${found.diagnostics.join('\n')}\n${path} is not written.`);
    return 1;
  }
  const text = await format(found.text);
  if (existsSync(path) && withLineFeeds(readFileSync(path, 'utf8')) === withLineFeeds(text)) {
    output.print(`${path} ${UP_TO_DATE}`);
    return 0;
  }
  if (isCheck) {
    const state = existsSync(path) ? 'is older than the sources' : 'does not exist';
    output.complain(`${path} ${state}. Write it: npx nestjs-rest-routes signatures`);
    return 1;
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  output.print(`${path} holds the signatures of ${classes(found)}.`);
  return 0;
}

/** Normalizes line ends, which Git or Prettier may have changed. */
function withLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function classes({ classes: count }: SignatureText): string {
  return count === 1 ? 'one class' : `${count} classes`;
}

/** Omits that the file is up to date, except as the first line. */
function printOnce(print: Output['print']): Output['print'] {
  let isCurrent = false;
  return (text) => {
    if (!isCurrent || !text.endsWith(UP_TO_DATE)) print(text);
    isCurrent = true;
  };
}

const UP_TO_DATE = 'is up to date.';
