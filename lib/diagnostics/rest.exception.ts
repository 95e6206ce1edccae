import { existsSync, readFileSync } from 'node:fs';
import { HttpException } from '@nestjs/common';
import { InvalidArgumentException } from './invalid-argument.exception.js';
import { type Diagnostic, describeDiagnostic } from './diagnostic.js';
import { describeLocation } from './location.js';
import { brand } from '../shared/brand.js';

/** The details that a `RestException` adds to `data`, which has the status already. */
export type ErrorData = Readonly<Record<string, unknown>> & { readonly status?: never };

/** The body of every error response of a route. */
export interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly data: { readonly status: number } & Readonly<Record<string, unknown>>;
}

/** The content of the texts of an error, beside its data. */
export interface TextContent {
  /** The part of the text that is not always the same. */
  readonly reason?: string;
  /** In bytes. */
  readonly limit?: number;
  /** The places that the texts of arguments name, by argument: `lines[1].sku`. */
  readonly places?: ReadonlyMap<string, string>;
  /** Why missing arguments are missing, by argument, if the request shows it. */
  readonly hints?: ReadonlyMap<string, string>;
}

/** The parts that an exception states beside its body. */
export interface RestExceptionOptions {
  /**
   * The URI of the kind of error, which problems of RFC 9457 have as their `type`; `about:blank` by default. The other
   * formats do not have it.
   */
  readonly type?: string;
}

/** The characters of a URI reference. @see RFC 3986, 2 */
const URI_REFERENCE = /^[\w.~:/?#[\]@!$&'()*+,;=%-]+$/;

const MINIMUM_STATUS = 400;
const MAXIMUM_STATUS = 599;

/**
 * Ends a request with an error of the application.
 *
 * @example
 * throw new RestException('item_locked', 'The item is locked.', 409, { by: 'ada' });
 * // 409 { "code": "item_locked", "message": "The item is locked.", "data": { "status": 409, "by": "ada" } }
 *
 * @param code The code that clients compare; not empty.
 * @param message A sentence for people.
 * @param status The HTTP status, 400 to 599.
 * @param data More details for clients; `status` is added to them.
 * @param options The `type` of a problem.
 * @throws InvalidArgumentException when the code is empty, the status is not an error, `data` has a `status`, or the
 *   type is not a URI.
 * @see WordPress's `WP_Error`, as its REST server sends it.
 */
export class RestException extends HttpException {
  readonly code: string;
  readonly data: ErrorData;
  /** Set if its texts are those of the library, which an application may word itself. */
  #content: TextContent | undefined;
  #problemType: string | undefined;

  /** @internal What the texts of the library say beside the data; `undefined` for texts of the application. */
  static contentOf(error: RestException): TextContent | undefined {
    // The error may come from another copy of the library.
    return #content in error ? error.#content : undefined;
  }

  /** @internal Marks an error as one with texts of the library. */
  static withContent(error: RestException, content: TextContent): RestException {
    error.#content = content;
    return error;
  }

  /** @internal States the type of a problem, unless the error states one itself. */
  static withType(error: RestException, type: string): void {
    // The error may come from another copy of the library.
    if (#problemType in error) error.#problemType ??= type;
  }

  constructor(
    code: string,
    message: string,
    status: number,
    data: ErrorData = {},
    { type }: RestExceptionOptions = {},
  ) {
    assertException(code, status, data);
    assertType(code, type);
    super({ code, message, data: { status, ...data } } satisfies ErrorBody, status);
    this.message = message;
    this.name = 'RestException';
    this.code = code;
    this.data = data;
    this.#problemType = type;
  }

  /** The URI of the kind of error, which problems have as their `type`; `undefined` if none is stated. */
  get problemType(): string | undefined {
    return this.#problemType;
  }

  /** The body that the client reads. */
  toBody(): ErrorBody {
    return {
      code: this.code,
      message: this.message,
      data: { status: this.getStatus(), ...this.data },
    };
  }
}

/**
 * The code of an error, which distinguishes a 401 from a 403: WordPress has one code for both, and another one for
 * callers that must log in.
 */
export function distinctCode(error: RestException): string {
  const { code } = error;
  return code === 'rest_forbidden' && error.getStatus() === 401 ? 'rest_not_logged_in' : code;
}

/** Whether a value is a `RestException`, of this copy of the library or of another: `jest.resetModules()` makes one. */
export const isRestException = brand(RestException, 'RestException');

function assertException(code: string, status: number, data: object): void {
  if (typeof code !== 'string' || code === '') {
    throw new InvalidArgumentException('RestException: the code must not be empty.');
  }
  if (!Number.isInteger(status) || status < MINIMUM_STATUS || status > MAXIMUM_STATUS) {
    throw new InvalidArgumentException(
      `RestException "${code}": the status must be from 400 to 599, not ${String(status)}.`,
    );
  }
  if (Object.hasOwn(data, 'status')) {
    throw new InvalidArgumentException(
      `RestException "${code}": leave "status" out of the data; it is added from the third argument.`,
    );
  }
}

function assertType(code: string, type: unknown): void {
  if (type === undefined || (typeof type === 'string' && URI_REFERENCE.test(type))) return;
  throw new InvalidArgumentException(
    `RestException "${code}": type is a URI such as "https://example.com/errors/locked", not ${JSON.stringify(type)}.`,
  );
}

type Toolchain = 'bun' | 'vitest' | 'jest' | 'tsx' | 'node' | 'swc' | 'nest' | 'nx';

export interface ProcessView {
  readonly versions: Readonly<Record<string, string | undefined>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly execArgv: readonly string[];
  readonly argv: readonly string[];
  cwd(): string;
}

export function currentToolchain(view: ProcessView = process): Toolchain | undefined {
  const { versions, env, argv, execArgv } = view;
  if (versions['bun'] !== undefined) return 'bun';
  if (env['VITEST'] !== undefined) return 'vitest';
  if (env['JEST_WORKER_ID'] !== undefined) return 'jest';
  if ([...execArgv, env['NODE_OPTIONS'] ?? ''].some((text) => TSX.test(text))) return 'tsx';
  if (/\.[cm]?ts$/.test(argv[1] ?? '')) return 'node';
  if (SWC.test(env['npm_lifecycle_script'] ?? '')) return 'swc';
  return builderOf(view.cwd()) ?? workspaceOf(view.cwd());
}

/** `--import tsx`, or the file of its loader. */
const TSX = /(?:^|[\s/\\=])tsx(?:$|[\s/\\])/;

/** A script of `package.json`: `nest start -b swc`. */
const SWC = /\s(?:-b|--builder)[ =]swc\b/;

function builderOf(folder: string): 'swc' | 'nest' | undefined {
  try {
    const config: unknown = JSON.parse(readFileSync(`${folder}/nest-cli.json`, 'utf8'));
    return /"builder":(?:\{"type":)?"swc"/.test(JSON.stringify(config)) ? 'swc' : 'nest';
  } catch {
    // Without a configuration that Nest's command line can read, it did not build the application.
    return undefined;
  }
}

/** The root of a workspace of Nx, from which it starts applications. */
function workspaceOf(folder: string): 'nx' | undefined {
  return existsSync(`${folder}/nx.json`) ? 'nx' : undefined;
}

const LINES: Readonly<Record<Toolchain, string>> = {
  bun: 'Bun runs this application: add preload = ["nestjs-rest-routes/bun"] to bunfig.toml.',
  jest: "Jest runs this application: add '^.+\\\\.ts$': 'nestjs-rest-routes/jest' to transform in its configuration.",
  vitest:
    'Vitest runs this application: add restRoutes() from "nestjs-rest-routes/vite" to plugins in vitest.config.ts.',
  tsx: 'tsx runs this application: add --import nestjs-rest-routes/register to its command.',
  node: 'Node runs this application from its TypeScript sources: add --import nestjs-rest-routes/register to its command.',
  swc: 'nest-cli.json names the builder SWC, which runs no such plugin: run npx nestjs-rest-routes signatures, and pass the export of the file to RestModule.forRoot({ signatures }).',
  nest: 'Nest builds this application: add "plugins": ["nestjs-rest-routes"] to compilerOptions in nest-cli.json.',
  nx: 'Nx builds this application: add { "name": "nestjs-rest-routes/plugin" } to transformers of @nx/js:tsc, or withRestRoutes from "nestjs-rest-routes/loader" to webpack.config.js.',
};

/**
 * Thrown at startup, before anything is served, when declarations are invalid. Lists every diagnostic
 * of the application; the message has RR1016, a missing signature, once, with all its places.
 *
 * @example
 * try { await app.init(); } catch (error) {
 *   if (error instanceof DeclarationException) error.diagnostics.forEach(({ code }) => console.log(code));
 * }
 */
export class DeclarationException extends Error {
  override readonly name = 'DeclarationException';

  constructor(readonly diagnostics: readonly Diagnostic[]) {
    const texts = describeAll(diagnostics);
    const count = texts.length === 1 ? 'One diagnostic' : `${texts.length} diagnostics`;
    super(`${count} in REST declarations:\n${texts.map((text) => `  ${text}`).join('\n')}`);
  }
}

/** Whether a value is such an exception, of this copy of the library or of the application's. */
export const isDeclarationException = brand(DeclarationException, 'DeclarationException');

/**
 * The texts of the diagnostics of an application. If signatures are missing, one line fixes all parameters of all
 * classes, so they are one diagnostic, with that line.
 */
function describeAll(diagnostics: readonly Diagnostic[]): readonly string[] {
  const [first, ...others] = diagnostics.filter(({ code }) => code === 'RR1016');
  return diagnostics
    .filter((diagnostic) => diagnostic === first || diagnostic.code !== 'RR1016')
    .map((diagnostic) =>
      diagnostic === first ? describeMissing(diagnostic, others) : describeDiagnostic(diagnostic),
    );
}

const MOST_PLACES = 20;

function describeMissing(first: Diagnostic, others: readonly Diagnostic[]): string {
  const places = placesOf(first.className, others);
  const named = places.slice(0, MOST_PLACES).join('; ');
  const rest = places.length > MOST_PLACES ? ` and ${places.length - MOST_PLACES} more` : '';
  const more = places.length === 0 ? '' : ` The same holds for: ${named}${rest}.`;
  const toolchain = currentToolchain();
  const line = toolchain === undefined ? '' : ` ${LINES[toolchain]}`;
  return `${describeDiagnostic(first)}${more}${line}`;
}

/** All parameters of the first class; each other class, with the number of its parameters if there are several. */
function placesOf(className: string, diagnostics: readonly Diagnostic[]): readonly string[] {
  return [...new Set(diagnostics.map((diagnostic) => diagnostic.className))].flatMap((name) => {
    const ofClass = diagnostics.filter((diagnostic) => diagnostic.className === name);
    return name === className || ofClass.length === 1
      ? ofClass.map(({ location }) => describeLocation(location))
      : [`${name} (${ofClass.length} places)`];
  });
}
