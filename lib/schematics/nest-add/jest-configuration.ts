import { ts } from '../../compiler/program/typescript.js';
import {
  hasSpread,
  literalName,
  literalProperty,
  nodesIn,
  optionOf,
} from '../../compiler/syntax/nodes.js';
import {
  appendElements,
  type Edit,
  insert,
  parse,
  quoteOf,
  replaceNode,
  withEdits,
} from '../../compiler/syntax/text-edits.js';
import { PACKAGE } from '../source/project.js';

/** The transformer as configurations of Jest name it. */
export const TRANSFORMER = `${PACKAGE}/jest`;

const IGNORE = 'transformIgnorePatterns';

/** What Jest compiles: a file of the application, and one of Nest 12, which consists of ES modules. */
const SOURCE_FILE = '/src/items.ts';
const NEST_FILE = '/node_modules/@nestjs/core/index.js';

/** A file with configurations of Jest. */
export interface JestFile {
  readonly text: string;
  readonly isJson: boolean;
  /** The property of a JSON file that has the configuration: `jest` of package.json. */
  readonly within?: string;
}

/** What `nest add` makes of it. */
export interface JestChange {
  readonly text: string;
  /** Whether the transformer is there: not if what compiles TypeScript is stated elsewhere. */
  readonly isComplete: boolean;
  /** Whether patterns of the user decide which packages are compiled. */
  readonly hasOwnPatterns: boolean;
  /** The `projects` that are paths, from `rootDir` if it is stated. */
  readonly projects: readonly string[];
  readonly rootDir: string | undefined;
}

/** A configuration, or one of its projects. */
interface Configuration {
  readonly holder: ts.ObjectLiteralExpression;
  readonly transform: ts.ObjectLiteralExpression | undefined;
}

/** How a file writes texts, and names of properties. */
interface Notation {
  readonly quoted: (text: string) => string;
  readonly named: (name: string) => string;
}

/**
 * Wraps the transformer for TypeScript of each configuration in a file, `projects` included. Only values of `transform`
 * are transformers: other options have the same names.
 */
export function changeJestFile(file: JestFile, ignored: readonly string[]): JestChange {
  const { text, isJson } = file;
  const source = parse(text, isJson ? 'jest.json' : 'jest.ts');
  const root = isJson ? jsonRoot(source, file.within) : undefined;
  const notation = notationOf(source, isJson);
  const objects = nodesIn(root ?? source, ts.isObjectLiteralExpression);
  const lists = objects.filter((one) => optionOf(one, 'projects') !== undefined);
  const stated = objects.filter((one) =>
    ['transform', 'preset'].some((name) => literalProperty(one, name)),
  );
  // Without both, Jest takes the first transformer that is installed, and so does this one.
  const isDefault = root !== undefined && stated.length + lists.length === 0;
  const holders = isDefault ? [root] : stated;
  const edits = holders.map((holder) => {
    const transform = objectOf(literalProperty(holder, 'transform'), source);
    return editsOf({ holder, transform }, isDefault, ignored, notation);
  });
  const projects = lists.flatMap((one) => textsOf(optionOf(one, 'projects')));
  return {
    text: withEdits(
      text,
      edits.flatMap((one) => one ?? []),
    ),
    isComplete: holders.length + projects.length > 0 && edits.every((one) => one !== undefined),
    hasOwnPatterns: ignored.length > 0 && holders.some((one) => literalProperty(one, IGNORE)),
    projects,
    rootDir: lists.flatMap((one) => textsOf(optionOf(one, 'rootDir')))[0],
  };
}

function jsonRoot(source: ts.SourceFile, within?: string): ts.ObjectLiteralExpression | undefined {
  const [statement] = source.statements;
  if (statement === undefined || !ts.isExpressionStatement(statement)) return undefined;
  const { expression } = statement;
  const found = within === undefined ? expression : optionOf(expression, within);
  return found !== undefined && ts.isObjectLiteralExpression(found) ? found : undefined;
}

function notationOf(source: ts.SourceFile, isJson: boolean): Notation {
  const quote = isJson ? '"' : quoteOf(source);
  const quoted = (text: string): string => `${quote}${text.replaceAll('\\', '\\\\')}${quote}`;
  return { quoted, named: (name) => (isJson ? quoted(name) : name) };
}

/** The object that is the value of a property, or of the variable that it names. */
function objectOf(
  property: ts.ObjectLiteralElementLike | undefined,
  source: ts.SourceFile,
): ts.ObjectLiteralExpression | undefined {
  const value =
    property !== undefined && ts.isPropertyAssignment(property)
      ? property.initializer
      : property?.name;
  const variable = nodesIn(source, ts.isVariableDeclaration).find(
    ({ name }) => name.getText() === value?.getText(),
  );
  return [value, variable?.initializer].find(
    (one): one is ts.ObjectLiteralExpression =>
      one !== undefined && ts.isObjectLiteralExpression(one),
  );
}

/** A text, or the texts of a list. */
function textsOf(value: ts.Expression | undefined): readonly string[] {
  if (value === undefined) return [];
  if (ts.isStringLiteralLike(value)) return [value.text];
  const elements = ts.isArrayLiteralExpression(value) ? [...value.elements] : [];
  return elements.filter(ts.isStringLiteralLike).map(({ text }) => text);
}

/** None if the transformer is there, `undefined` if it is not known what compiles TypeScript. */
function editsOf(
  { holder, transform }: Configuration,
  isDefault: boolean,
  ignored: readonly string[],
  notation: Notation,
): readonly Edit[] | undefined {
  if ([holder, transform].some((one) => one?.getText().includes(TRANSFORMER))) return [];
  const { quoted, named } = notation;
  const assigned = transform?.properties.filter(ts.isPropertyAssignment) ?? [];
  const sources = assigned.filter(({ name }) => matches(literalName(name), SOURCE_FILE));
  const isUnread = transform === undefined && literalProperty(holder, 'transform') !== undefined;
  const added = sources.length > 0 ? [] : addedTo({ holder, transform }, isDefault, notation);
  if (added === undefined || isUnread) return undefined;
  const patterns = [...assigned.map(({ name }) => literalName(name)), ...added.map(([one]) => one)];
  const isNestCompiled = ignored.length === 0 || patterns.some((one) => matches(one, NEST_FILE));
  const lines = [
    ...added,
    ...(isNestCompiled ? [] : [['/node_modules/.+\\.js$', quoted(TRANSFORMER)] as const]),
  ].map(([pattern, value]) => `${quoted(pattern)}: ${value}`);
  const patternsIgnored = `${named(IGNORE)}: [${ignored.map(quoted).join(', ')}]`;
  return [
    ...sources.map(({ initializer }) =>
      replaceNode(initializer, wrapped(initializer.getText(), notation)),
    ),
    ...(transform === undefined ? [] : withProperties(transform, lines, hasSpread(transform))),
    ...withProperties(
      holder,
      [
        ...(transform === undefined ? [`${named('transform')}: { ${lines.join(', ')} }`] : []),
        ...(ignored.length === 0 || literalProperty(holder, IGNORE) ? [] : [patternsIgnored]),
      ],
      false,
    ),
  ];
}

/** `ts-jest`, and `ts-jest/presets/js-with-ts-esm`. */
const DEFAULTS = /^ts-jest(?:\/presets\/([\w-]+))?(?:\/jest-preset(?:\.js)?)?$/;

/** What `npx ts-jest config:init` writes. */
const CREATED_DEFAULTS = /\bcreateDefault(Esm)?Preset\(\)/;

/** Adds the pattern of the defaults that a configuration takes over from ts-jest: its own patterns win. */
function addedTo(
  { holder, transform }: Configuration,
  isDefault: boolean,
  notation: Notation,
): readonly (readonly [pattern: string, value: string])[] | undefined {
  const { quoted, named } = notation;
  if (isDefault) return [['^.+\\.(t|j)s$', `[${quoted(TRANSFORMER)}]`]];
  const [preset] = textsOf(optionOf(holder, 'preset'));
  const found = DEFAULTS.exec(preset ?? '');
  const created = [holder, transform].some((one) => one !== undefined && hasSpread(one))
    ? CREATED_DEFAULTS.exec(holder.getSourceFile().text)
    : null;
  const kind = found === null ? created?.[1] : (found[1] ?? '');
  if (found === null && created === null) return undefined;
  const name = quoted('ts-jest');
  const isEsm = kind?.toLowerCase().includes('esm');
  const transformer = isEsm ? `[${name}, { ${named('useESM')}: true }]` : name;
  const pattern = kind?.startsWith('js-with-ts')
    ? '^.+\\.[tj]sx?$'
    : created
      ? '^.+\\.ts$'
      : '^.+\\.tsx?$';
  return [[pattern, wrapped(transformer, notation)]];
}

function wrapped(transformer: string, { quoted, named }: Notation): string {
  return `[${quoted(TRANSFORMER)}, { ${named('transformer')}: ${transformer} }]`;
}

/** Before a spread if they must win over it: the first pattern that matches a file decides. */
function withProperties(
  object: ts.ObjectLiteralExpression,
  added: readonly string[],
  isFirst: boolean,
): readonly Edit[] {
  const { properties } = object;
  const [first] = properties;
  if (added.length === 0) return [];
  if (first === undefined) return [replaceNode(object, `{ ${added.join(', ')} }`)];
  if (!isFirst) return appendElements(properties, added);
  const { text } = object.getSourceFile();
  const space = text.slice(object.getStart() + 1, first.getStart());
  return [insert(first.getStart(), added.map((one) => `${one},${space || ' '}`).join(''))];
}

function matches(pattern: string | undefined, path: string): boolean {
  return pattern !== undefined && new RegExp(pattern).test(path);
}
