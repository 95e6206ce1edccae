import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import { optionOf } from '../compiler/syntax/nodes.js';
import { readProjectConfig, sharedHost, type SourceHosts } from '../compiler/project.js';
import { ts } from '../compiler/program/typescript.js';
import {
  convertController,
  type ControllerConversion,
  type ConversionChoices,
} from './convert-controller.js';
import { type Application, readApplication } from './application/application.js';
import { convertUsers, type NodeEdit } from './convert-users.js';
import type { Remark } from './remarks.js';
import { changeValueClasses } from './value-classes.js';
import {
  parse,
  readImports,
  replaceNode,
  usedNames,
  withEdits,
  withImports,
} from '../compiler/syntax/text-edits.js';

/** The files that may take a controller from a testing module. */
const TESTS = ['**/*.spec.ts', '**/*-spec.ts', '**/*.test.ts'];

/** The file to convert, and the choices of the user. */
interface ConversionRequest {
  /** The file of plain controllers, absolute. */
  readonly file: string;
  /** The folder of the project. */
  readonly root: string;
  readonly tsconfig: string | undefined;
  /** The global prefix, where `main.ts` does not state it as a constant. */
  readonly prefix: string | undefined;
  /** Handlers behind guards are open to whom the guards let through. */
  readonly trustsGuards: boolean;
}

/** The files that a conversion changes, and what it says to a person. */
export interface FileConversion {
  /** By absolute path. */
  readonly changes: ReadonlyMap<string, string>;
  readonly remarks: readonly Remark[];
}

/**
 * Converts the plain controllers of a file.
 *
 * @param hosts What the conversions of one run share.
 * @throws InvalidArgumentException when the file has none.
 */
export function convertFile(
  request: ConversionRequest,
  hosts: SourceHosts = new Map(),
): FileConversion {
  const { file, root, tsconfig, prefix, trustsGuards } = request;
  const { options, fileNames } = readProjectConfig(root, tsconfig ?? workspaceConfig(file, root));
  // Often, the configuration excludes them.
  const tests = ts.sys.readDirectory(
    root,
    ['.ts'],
    ['**/node_modules', options.outDir ?? 'dist'],
    TESTS,
  );
  const host = sharedHost(options, hosts);
  const programOf = (texts: ReadonlyMap<string, string>, last?: ts.Program): ts.Program => {
    for (const [name, text] of texts) host.replace(name, text);
    return ts.createProgram([...new Set([...fileNames, file, ...tests])], options, host, last);
  };
  const program = programOf(new Map());
  const source = program.getSourceFile(file);
  if (source === undefined) throw new InvalidArgumentException(`There is no file ${file}.`);
  const checker = program.getTypeChecker();
  const sources = program.getSourceFiles().filter((one) => !one.isDeclarationFile);
  const urls = readApplication(sources, checker, prefix);
  const convert = (strict: ReadonlySet<string>, paramName: string): Converted =>
    convertSource(source, checker, { urls, trustsGuards, strict, paramName });
  const tried = convert(new Set(), OTHER_NAME);
  const strict = brokenMethods(source, program, tried, programOf);
  const paramName = importsParamOfNest(tried.changes.get(source.fileName) ?? '')
    ? OTHER_NAME
    : 'Param';
  const { changes, conversions } = convert(strict, paramName);
  if (conversions.length === 0) {
    throw new InvalidArgumentException(
      `${relative(root, file)} has no class with @Controller() and a handler such as @Get().`,
    );
  }
  const setUp = setUpOptions(conversions, urls);
  const others = sources.filter(({ fileName }) => !changes.has(fileName));
  const users = convertUsers(conversions, others, checker, root, urls.globalPrefix);
  const edited = new Map(changes);
  for (const { fileName, text } of others) {
    const edits = [...setUp, ...users.edits].filter(
      ({ node }) => node.getSourceFile().fileName === fileName,
    );
    if (edits.length > 0) edited.set(fileName, withEdits(text, edits));
  }
  return {
    changes: edited,
    remarks: [
      ...conversions.flatMap((one) => remarksOn(one, setUp.length > 0)),
      ...[
        ...(conversions.some((one) => one.rejectsOthers) ? [REJECTS] : []),
        ...users.lines,
        ...urls.notes,
        ...(conversions.some(({ converted }) => converted.length > 0) ? SEEN_BY_CLIENTS : []),
      ].map((text) => ['', text] as const),
    ],
  };
}

/** The differences that clients see in every route. */
const SEEN_BY_CLIENTS = [
  'Headers: routes also send Allow and X-Content-Type-Options, with a 401 WWW-Authenticate, and to users Cache-Control: no-store, private. On Express, they send an ETag only with @Cache.',
  'Methods: OPTIONS of a path is a 200 that describes its routes. X-HTTP-Method-Override, _method, _fields and _envelope have an effect.',
  'Paths: one without a route is a 404 with Cache-Control: no-store; on Express, filters see its whole URL, with the global prefix. On Fastify too, capital letters and a slash at the end do not matter. %2F in a value is a 404.',
  'Arguments: one comes from the body, or else from the query. Of a name that the query repeats, the last value counts; a[]=1 and a[b]=1 are a list and an object. A text is also accepted for a number or a boolean, such as "5" or "1", and for a list of texts.',
  'Bodies: one that is not valid JSON, or has a text for a nested object, is a 400 with the text of the library; one of another media type is a 415. On Express too, null is valid.',
];

const REJECTS =
  "forRoot({ unknownArguments: 'refuse' }) is the counterpart of forbidNonWhitelisted. It counts for the query too, and for handlers without a DTO.";

/** In a workspace such as Nx's, `tsconfig.json` of an application only refers to others. */
const CONFIGS = ['tsconfig.app.json', 'tsconfig.build.json', 'tsconfig.json'];

/** The configuration nearest to a file, where the root of the workspace has none. */
function workspaceConfig(file: string, root: string): string | undefined {
  if (existsSync(join(root, 'tsconfig.json'))) return undefined;
  for (let folder = dirname(file); folder.startsWith(root); folder = dirname(folder)) {
    const found = CONFIGS.map((name) => join(folder, name)).find((path) => existsSync(path));
    if (found !== undefined || folder === root) return found;
  }
  return undefined;
}

/** The name of our `@Param` beside Nest's. */
const OTHER_NAME = 'RestParam';

function importsParamOfNest(text: string): boolean {
  return readImports(parse(text)).get('Param')?.module === '@nestjs/common';
}

/** The options of `forRoot` that keep what clients of Nest know. `discovery` would add an index below a namespace. */
const KEPT = [
  ['errors', "'nest'"],
  ['headers', "'neutral'"],
  ['discovery', 'false'],
] as const;

/** `forRoot` gets what keeps the URLs, headers and errors and rejects the same names, where no route has its options yet. */
function setUpOptions(
  conversions: readonly ControllerConversion[],
  { freeOptions, hasOwnErrors }: Application,
): readonly NodeEdit[] {
  const namespace = conversions.find((one) => one.namespace !== undefined)?.namespace;
  const written = new Map<string, string>([
    ...(namespace === undefined
      ? []
      : ([
          ['prefix', "''"],
          ['namespace', `'${namespace}'`],
        ] as const)),
    ...KEPT.filter(([name]) => optionOf(freeOptions, name) === undefined).filter(
      ([name]) => name !== 'errors' || !hasOwnErrors,
    ),
    ...(conversions.some((one) => one.rejectsOthers)
      ? ([['unknownArguments', "'refuse'"]] as const)
      : []),
  ]);
  if (freeOptions === undefined || !conversions.some(({ converted }) => converted.length > 0)) {
    return [];
  }
  const others = freeOptions.properties.filter(({ name }) => !written.has(name?.getText() ?? ''));
  const stated = [
    ...[...written].map(([name, value]) => `${name}: ${value}`),
    ...others.map((one) => one.getText()),
  ];
  return [{ node: freeOptions, ...replaceNode(freeOptions, `{ ${stated.join(', ')} }`) }];
}

interface Converted {
  readonly changes: ReadonlyMap<string, string>;
  readonly conversions: readonly ControllerConversion[];
}

function convertSource(
  source: ts.SourceFile,
  checker: ts.TypeChecker,
  choices: ConversionChoices,
): Converted {
  const conversions = source.statements
    .filter(ts.isClassDeclaration)
    .flatMap((node) => convertController(node, checker, choices) ?? []);
  const edits = conversions.flatMap((one) => one.edits);
  const changes = new Map<string, string>();
  if (edits.length === 0) return { changes, conversions };
  const imports = conversions.flatMap((one) => one.imports);
  const unique = new Map(imports.map((one) => [`${one.module} ${one.alias ?? one.name}`, one]));
  const text = withEdits(source.text, edits);
  const needed = [...unique.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  changes.set(source.fileName, withImports(text, needed, usedNames(source)));
  const classes = new Set(conversions.flatMap((one) => one.valueClasses));
  changeValueClasses(changes, classes, checker);
  return { changes, conversions };
}

/** The methods whose code does not compile with arguments that may be `undefined`. */
function brokenMethods(
  source: ts.SourceFile,
  program: ts.Program,
  { changes }: Converted,
  programOf: (texts: ReadonlyMap<string, string>, last: ts.Program) => ts.Program,
): ReadonlySet<string> {
  const errorsBefore = errorsByMethod(source, program);
  const after = programOf(changes, program);
  const changed = after.getSourceFile(source.fileName);
  const errorsAfter =
    changed === undefined ? new Map<string, number>() : errorsByMethod(changed, after);
  const broken = [...errorsAfter].filter(([name, count]) => count > (errorsBefore.get(name) ?? 0));
  return new Set(broken.map(([name]) => name));
}

function errorsByMethod(source: ts.SourceFile, program: ts.Program): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { start = 0 } of program.getSemanticDiagnostics(source)) {
    const method = source.statements
      .filter(ts.isClassDeclaration)
      .flatMap(({ members }) => members.filter(ts.isMethodDeclaration))
      .find((one) => one.body !== undefined && one.body.pos <= start && start < one.body.end);
    const name = method?.name.getText();
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

function remarksOn(
  { className, converted, notes, namespace, isMoved }: ControllerConversion,
  isSetUp: boolean,
): readonly Remark[] {
  const undecided = converted.filter(({ permission }) => permission === undefined);
  const guarded = undecided.filter(({ guards }) => guards.length > 0);
  const texts = [
    ...notes,
    ...(namespace === undefined || isSetUp ? [] : [namespaceText(namespace, isMoved)]),
    ...(undecided.length === 0
      ? []
      : [
          `decide who may call ${undecided.map(({ name }) => name).join(', ')}. Until then, everyone is denied by ${className}.undecided.`,
        ]),
    ...(guarded.length === 0
      ? []
      : [
          `guards stay on ${guarded.map(({ name }) => name).join(', ')}. If they alone decide, convert with --trust-guards.`,
        ]),
  ];
  return [
    ...converted.map(
      ({ name, method, urls }) =>
        ['', `${className}.${name} serves ${method} ${urls.join(' and ')}`] as const,
    ),
    ...texts.map((text) => [className, text] as const),
  ];
}

function namespaceText(namespace: string, isMoved: boolean): string {
  const kept = KEPT.map(([name, value]) => `${name}: ${value}`).join(', ');
  return isMoved
    ? `the URLs stay with RestModule.forRoot({ prefix: '', … }) and, for the module, the namespace '${namespace}'. With another prefix, RouterModule puts its path in front of the routes.`
    : `give the module RestModule.forRoot({ prefix: '', namespace: '${namespace}', ${kept} }), or forFeature({ namespace: '${namespace}' }) where forRoot has another: URLs, errors and headers stay.`;
}
