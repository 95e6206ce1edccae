import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import type { Responses } from '../../routes/declaration/route-declaration.js';
import { replyOfError, replyOfProblem, type MakeError } from '../../lifecycle/responses/reply.js';
import type { UnknownArguments } from '../../lifecycle/steps/validate.step.js';
import type { RestModuleOptions } from './rest-options.js';
import type { Logger } from '@nestjs/common';
import type { RequestContext } from '../../lifecycle/request-context.js';
import { httpError } from '../../diagnostics/http-error-catalogue.js';
import type { ErrorData, RestException } from '../../diagnostics/rest.exception.js';
import { logError, logStack } from '../../shared/log-text.js';
import { realpathSync, statSync, readFileSync } from 'node:fs';
import { basename, dirname, resolve, join } from 'node:path';
import type { ApplicationConfig } from '@nestjs/core';

/**
 * What becomes of parameters that no argument takes.
 *
 * @throws InvalidArgumentException on any other value: a misspelt one must not let parameters pass.
 */
export function unknownArgumentsOf({
  unknownArguments = 'ignore',
}: RestModuleOptions): UnknownArguments {
  return choiceOf('unknownArguments', unknownArguments, ['ignore', 'refuse']);
}

/**
 * Whether headers have the names that APIs other than WordPress's use.
 *
 * @throws InvalidArgumentException on any other value than `wordpress` and `neutral`.
 */
export function hasNeutralHeaders({ headers = 'wordpress' }: RestModuleOptions): boolean {
  return choiceOf('headers', headers, ['wordpress', 'neutral']) === 'neutral';
}

/**
 * What leaves of the results of routes that state nothing themselves.
 *
 * @throws InvalidArgumentException on any other value: a misspelt one must not let properties leave.
 */
export function responsesOf({ responses = 'returned' }: RestModuleOptions): Responses {
  return choiceOf('responses', responses, ['returned', 'declared']);
}

/**
 * Who responds to paths below the prefix without a route; `undefined` where the application does not say.
 *
 * @throws InvalidArgumentException on any other value than `rest` and `nest`.
 */
export function notFoundOf({ notFound }: RestModuleOptions): 'rest' | 'nest' | undefined {
  return notFound === undefined
    ? undefined
    : choiceOf<'rest' | 'nest'>('notFound', notFound, ['rest', 'nest']);
}

/**
 * Makes the responses of errors in the shape that the application has chosen.
 *
 * @throws InvalidArgumentException on any other value than `wordpress` and `problem`.
 */
export function makeErrorOf({
  errors = 'wordpress',
}: Pick<RestModuleOptions, 'errors'>): MakeError {
  const shape = choiceOf('errors', errors, ['wordpress', 'problem']);
  return shape === 'problem' ? replyOfProblem : replyOfError;
}

/**
 * The names of the headers of a page of a list.
 *
 * @throws InvalidArgumentException where `headers` is unknown.
 */
export function pageHeadersOf(options: RestModuleOptions): readonly string[] {
  return hasNeutralHeaders(options) ? NEUTRAL_PAGE_HEADERS : PAGE_HEADERS;
}

function choiceOf<Choice extends string>(
  name: string,
  value: Choice,
  choices: readonly [Choice, Choice],
): Choice {
  if (choices.includes(value)) return value;
  const expected = choices.map((choice) => `'${choice}'`).join(' or ');
  throw new InvalidArgumentException(
    `RestModule: ${name} is ${expected}, not ${JSON.stringify(value)}.`,
  );
}

/** The headers of a page of a list, in lower case. */
const PAGE_HEADERS: readonly string[] = ['x-wp-total', 'x-wp-totalpages', 'link'];

/** Those of `forRoot({ headers: 'neutral' })`. */
const NEUTRAL_PAGE_HEADERS: readonly string[] = ['x-total-count', 'link'];

/** Logs an unexpected error, and sends the client no more than `debug` allows. */
export function internalErrorReporter(
  logger: Logger,
  isDebug: boolean,
): (error: unknown, context: RequestContext | undefined) => RestException {
  return (error, context) => {
    const place = context === undefined ? 'A request' : placeOf(context);
    logger.error(`${place} failed: ${logError(error)}`, logStack(error));
    return httpError('framework_internal_error', '', isDebug ? debugData(error) : {});
  };
}

/** The pattern, not the path: a path may contain personal data. */
function placeOf({ endpoint: { definition }, method }: RequestContext): string {
  return `${definition.handler} (${method} ${definition.pattern.template})`;
}

const FRAME = /^([^()]+):(\d+):\d+\)?$/;

/**
 * What follows the last blank or opening bracket of a line. The line is a part of the message where
 * that has several, and a message may quote a request: a search without an anchor would be quadratic.
 */
function lastPart(line: string): string {
  return line.slice(1 + Math.max(line.lastIndexOf(' '), line.lastIndexOf('(')));
}

/** Where an error came from, for the developer's own eyes. */
function debugData(error: unknown): ErrorData {
  if (!(error instanceof Error)) return { class: typeof error, message: logError(error) };
  const trace = (error.stack ?? '')
    .split('\n')
    .slice(1)
    .map((line) => line.trim());
  const [, file = null, line = null] = FRAME.exec(lastPart(trace[0] ?? '')) ?? [];
  return {
    class: error.constructor.name,
    message: error.message,
    file,
    line: line === null ? null : Number(line),
    trace,
  };
}

/** A folder where the search for the project's manifest starts. */
interface StartFolder {
  readonly folder: string;
  readonly isEntry: boolean;
}

/**
 * The folder of the entry module, by its real path and as it was named where that differs, then the
 * working directory. A service manager may start `node /app/dist/main.js` anywhere.
 */
export function startFolders(
  script: string | undefined = process.argv[1],
  workingDirectory: string = process.cwd(),
): readonly StartFolder[] {
  const entries = script === undefined ? [] : entryFolders(script);
  return [
    ...[...new Set(entries)].map((folder) => ({ folder, isEntry: true })),
    { folder: workingDirectory, isEntry: false },
  ];
}

/**
 * A folder and those above it. A folder in `node_modules` ends at its package: a test runner is the
 * entry module of a test, and what lies above its package may be another project of the workspace.
 */
export function upwards(folder: string): readonly string[] {
  const parent = dirname(folder);
  const isLast = parent === folder || basename(parent) === 'node_modules';
  return isLast ? [folder] : [folder, ...upwards(parent)];
}

function entryFolders(script: string): readonly string[] {
  const path = resolve(script);
  return [realPath(path) ?? realPath(dirname(path)), path].flatMap((at) =>
    at === undefined ? [] : [isFolder(at) ? at : dirname(at)],
  );
}

/** `node dist/main` names no file: the extension is missing. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

const DEFAULT_PREFIX = 'api';

/** Where the routes are mounted: with a slash in front and none at the end; empty for the root. */
export function mountPrefix({ prefix }: RestModuleOptions, config: ApplicationConfig): string {
  const text = prefix ?? (config.getGlobalPrefix() || DEFAULT_PREFIX);
  const trimmed = text.replace(/^\/+|\/+$/g, '');
  return trimmed === '' ? '' : `/${trimmed}`;
}

const PACKAGE = 'nestjs-rest-routes';

const MANIFEST = 'package.json';

/** The namespace of an application, and where it comes from. */
export interface NamespaceSource {
  readonly namespace: unknown;
  /** For a diagnostic: the file that states it, or the folders that were searched. */
  readonly origin?: string;
}

/**
 * The namespace in the nearest `package.json` that states one, from the folder of the entry module
 * upwards, then from the working directory upwards.
 *
 * @throws Error when a `package.json` on the way is not JSON.
 */
export function manifestNamespace(
  starts: readonly StartFolder[] = startFolders(),
): NamespaceSource {
  const read: string[] = [];
  for (const { folder, isEntry } of starts) {
    for (const at of upwards(folder)) {
      const path = join(at, MANIFEST);
      const manifest = readManifest(path);
      if (manifest === undefined) continue;
      read.push(path);
      // The command line of this package is an entry module too, and no application.
      if (isEntry && property(manifest, 'name') === PACKAGE) continue;
      const namespace = property(property(manifest, PACKAGE), 'namespace');
      if (namespace !== undefined) return { namespace, origin: path };
    }
  }
  return { namespace: undefined, origin: searched(starts, read) };
}

/** `/app/dist (the entry module) and / (the working directory); read /app/package.json` */
function searched(starts: readonly StartFolder[], read: readonly string[]): string {
  const folders = starts.map(
    ({ folder, isEntry }) => `${folder} (${isEntry ? 'entry module' : 'working directory'})`,
  );
  const files = [...new Set(read)];
  const found = files.length === 0 ? `no ${MANIFEST} is there` : `${files.join(', ')} has none`;
  return `searched upwards from ${folders.join(' and ')}: ${found}`;
}

function readManifest(path: string): unknown {
  const text = textOf(path);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new Error(`nestjs-rest-routes: ${path} is not JSON.`, { cause });
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // There is none in this folder, or the process may not read it: the search goes on.
    return undefined;
  }
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (Reflect.get(value, name) as unknown)
    : undefined;
}
