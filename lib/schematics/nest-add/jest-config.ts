import { ts } from '../../compiler/program/typescript.js';
import { nodesIn } from '../../compiler/syntax/nodes.js';
import { parse, replaceNode, withEdits } from '../../compiler/syntax/text-edits.js';
import { PACKAGE } from '../source/project.js';

/** The transformer as configurations of Jest name it. */
export const TRANSFORMER = `${PACKAGE}/jest`;

const TRANSFORMERS: ReadonlySet<string> = new Set(['ts-jest', '@swc/jest', 'babel-jest']);

/** A file of this package, which consists of ES modules. */
const OWN_FILE = `/node_modules/${PACKAGE}/dist/index.js`;

/** A name, or a name and options. */
type Transformer = string | readonly [name: string, options?: object];

/** The part of a configuration of Jest that is read and written. */
export interface JestConfig {
  readonly transform?: Readonly<Record<string, Transformer>>;
  readonly transformIgnorePatterns?: readonly string[];
}

/** Wraps the transformers for TypeScript of a configuration, and lets them compile installed ES modules. */
export function withTransformer(config: JestConfig, ignored: readonly string[]): JestConfig {
  const { transform = { '^.+\\.(t|j)s$': [TRANSFORMER] }, transformIgnorePatterns } = config;
  const wrapped = Object.entries(transform).map(([pattern, one]) => [pattern, wrap(pattern, one)]);
  const isOwnCompiled = Object.keys(transform).some((pattern) => matches(pattern, OWN_FILE));
  return {
    ...config,
    transform: {
      ...(Object.fromEntries(wrapped) as Readonly<Record<string, Transformer>>),
      ...(!isOwnCompiled && ignored.length > 0 && { '/node_modules/.+\\.js$': TRANSFORMER }),
    },
    ...(ignored.length > 0 && { transformIgnorePatterns: transformIgnorePatterns ?? ignored }),
  };
}

/** What a source file of a configuration becomes; the same text where it could not be read. */
export function withTransformerText(text: string, ignored: readonly string[]): string {
  const wrapped = withWrapped(text);
  if (wrapped === text || ignored.length === 0 || text.includes('transformIgnorePatterns'))
    return wrapped;
  const patterns = ignored.map((one) => `'${one.replaceAll('\\', '\\\\')}'`).join(', ');
  return wrapped.replace(/transform:\s*\{/, `transformIgnorePatterns: [${patterns}],\n  $&`);
}

/** The transformers by name, with options or without, in the object `transform` of a source file. */
function withWrapped(text: string): string {
  const found = nodesIn(parse(text), ts.isPropertyAssignment)
    .map(({ initializer }) => initializer)
    .filter(isTransformer);
  return withEdits(
    text,
    found.map((node) =>
      replaceNode(node, `['${TRANSFORMER}', { transformer: ${node.getText()} }]`),
    ),
  );
}

function isTransformer(value: ts.Expression): boolean {
  const [first] = ts.isArrayLiteralExpression(value) ? value.elements : [value];
  return first !== undefined && ts.isStringLiteral(first) && TRANSFORMERS.has(first.text);
}

function wrap(pattern: string, transformer: Transformer): Transformer {
  const name = typeof transformer === 'string' ? transformer : transformer[0];
  if (name === TRANSFORMER || !matches(pattern, '/src/items.ts')) return transformer;
  return [TRANSFORMER, { transformer }];
}

function matches(pattern: string, path: string): boolean {
  return new RegExp(pattern).test(path);
}
