import fc from 'fast-check';

/** The kind and the limits of one value. */
export type Limits = Readonly<Record<string, string | number | boolean>>;

/** A composed type: a source with `class Home { value: … }`, and what its parts say of each value. */
export interface Composed {
  readonly source: string;
  readonly properties: ReadonlyMap<string, Limits>;
}

/** How a type is put together. */
export type Tree =
  | { readonly form: 'base'; readonly name: BaseName }
  | { readonly form: 'and' | 'extends'; readonly parts: readonly Tree[] }
  | { readonly form: 'wrap'; readonly template: string; readonly part: Tree }
  | { readonly form: 'pick' | 'omit' | 'index'; readonly part: Tree; readonly at: number }
  | { readonly form: 'rename' | 'object' | 'optional' | 'box'; readonly part: Tree };

type BaseName = keyof typeof BASES;

/** The types that others are put together from. */
const DECLARATIONS = `
/** @maxLength 8 */
type Title = string;
/** @minLength 2 */
type Long = Title;
interface A { /** @maxLength 5 */ a: string; b: string; n: int }
interface B { /** @minLength 3 */ a: string; n: int }
interface B { /** @pattern ^x */ b?: string; /** @minimum 3 */ k: int }
interface C { b: string; readonly a: string; n: int; t: string; l: string[] }
interface D { /** @maximum 9 */ n: int; t: Title; /** @maxLength 12 */ b?: string }
interface E { /** @maxLength 6 */ t: Long; /** @minimum 1 */ n?: int; l: Title[] }
interface F extends D, C { t: string; l: Long[]; m: Record<string, Long> }
type Boxed<T = A> = { [K in keyof T]: T[K] } & { a: string };
interface Held<T = string> { a: T; t: T }
type Same<T> = { [K in keyof T]: T[K] };
type Given<T, U = A> = T & U;
type Swapped<T, U = D> = U & T;
type Fixed<T> = { readonly [K in keyof T]-?: T[K] };
`;

const TEXT = { kind: 'string' };
const TITLE = { kind: 'string', maxLength: 8 };
const LONG = { kind: 'string', maxLength: 8, minLength: 2 };
const LIST = { kind: 'array' };
const INT = { kind: 'integer' };

const B_N = { '.n': INT, '.k': { ...INT, minimum: 3 } };
const A = { '.a': { ...TEXT, maxLength: 5 }, '.b': TEXT, '.n': INT };
const C = { '.b': TEXT, '.a': TEXT, '.n': INT, '.t': TEXT, '.l': LIST, '.l[]': TEXT };
const D = { '.n': { ...INT, maximum: 9 }, '.t': TITLE, '.b': { ...TEXT, maxLength: 12 } };

const BASES = {
  A,
  B: { '.a': { ...TEXT, minLength: 3 }, '.b': { ...TEXT, pattern: '^x' }, ...B_N },
  C,
  D,
  E: {
    '.t': { ...LONG, maxLength: 6 },
    '.n': { ...INT, minimum: 1 },
    '.l': LIST,
    '.l[]': TITLE,
  },
  F: { ...C, ...D, '.l[]': LONG, '.m': { kind: 'object' }, '.m[key]': LONG },
  'Held<Title>': { '.a': TITLE, '.t': TITLE },
  Held: { '.a': TEXT, '.t': TEXT },
  Boxed: A,
  '{ t: Long; b: string }': { '.t': LONG, '.b': TEXT },
  '{ m: Record<string, Title> }': { '.m': { kind: 'object' }, '.m[key]': TITLE },
  "{ a: A['a']; t: E['t'] }": { '.a': A['.a'], '.t': { ...LONG, maxLength: 6 } },
} satisfies Readonly<Record<string, Readonly<Record<string, Limits>>>>;

/** Types of one other, with the type that they add to it. */
const WRAPPERS: Readonly<Record<string, BaseName | undefined>> = {
  'Partial<$>': undefined,
  'Required<$>': undefined,
  'Readonly<$>': undefined,
  'Same<$>': undefined,
  'Fixed<$>': undefined,
  '{ [K in keyof ($)]: ($)[K] }': undefined,
  'Given<$>': 'A',
  'Given<$, E>': 'E',
  'Swapped<$>': 'D',
  'Swapped<$, B>': 'B',
};

export const { tree: arbitraryTree } = fc.letrec<{ readonly tree: Tree }>((tie) => {
  const part = tie('tree');
  const at = fc.nat(20);
  const base = fc.record({
    form: fc.constant('base' as const),
    name: fc.constantFrom(...(Object.keys(BASES) as BaseName[])),
  });
  return {
    tree: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'tree' },
      base,
      fc.record({
        form: fc.constantFrom('and' as const, 'and' as const, 'extends' as const),
        parts: fc.array(part, { minLength: 2, maxLength: 3 }),
      }),
      fc.record({
        form: fc.constant('wrap' as const),
        template: fc.constantFrom(...Object.keys(WRAPPERS)),
        part,
      }),
      fc.record({ form: fc.constantFrom('pick', 'omit', 'index'), part, at }),
      fc.record({ form: fc.constantFrom('rename', 'object', 'optional', 'box'), part }),
    ),
  };
});

/** A type as the source writes it, with the limits of all values by their places: `.o.l[]`. */
interface Written {
  readonly text: string;
  readonly limits: ReadonlyMap<string, Limits>;
}

/** The types of properties by the last letter of their names. */
const TYPES: ReadonlyMap<string | undefined, string> = new Map([
  ...['a', 'b', 't'].map((name) => [name, 'string'] as const),
  ...['n', 'k'].map((name) => [name, 'int'] as const),
  ['l', 'string[]'],
  ['m', 'Record<string, string>'],
]);

/** Writes a type. */
export function compose(tree: Tree): Composed {
  const declarations: string[] = [];
  const { text, limits } = write(tree, declarations);
  return {
    source: `${DECLARATIONS}${declarations.join('\n')}\nclass Home { value!: ${text} }`,
    properties: new Map([['', { kind: 'object' }], ...limits]),
  };
}

function write(tree: Tree, declarations: string[]): Written {
  const inner = (one: Tree) => write(one, declarations);
  const named = (head: string, body: string) => {
    const name = `T${declarations.length}`;
    declarations.push(`${head} ${name} ${body}`);
    return name;
  };
  if (!('part' in tree) && !('parts' in tree)) {
    return { text: tree.name, limits: new Map(Object.entries<Limits>(BASES[tree.name])) };
  }
  if ('parts' in tree) {
    const parts = tree.parts.map(inner);
    const limits = joined(parts.map((one) => one.limits));
    if (tree.form === 'and') return { text: `(${parts.map((p) => p.text).join(' & ')})`, limits };
    const bases = parts.map(({ text }) => named('type', `= ${text};`));
    const again = namesIn(limits).map((name) => {
      const of = bases.filter((_, at) => parts[at]?.limits.has(`.${name}`) === true);
      if (of.length < 2) return '';
      const whole = of.map((base) => `Required<${base}>['${name}']`).join(' & ');
      return `${name}: ${TYPES.get(name.at(-1)) ?? whole};`;
    });
    return {
      text: named('interface', `extends ${bases.join(', ')} { ${again.join(' ')} }`),
      limits,
    };
  }
  const { text, limits } = inner(tree.part);
  switch (tree.form) {
    case 'wrap': {
      const added = WRAPPERS[tree.template];
      const all = added === undefined ? [] : [new Map(Object.entries<Limits>(BASES[added]))];
      return { text: tree.template.replaceAll('$', text), limits: joined([limits, ...all]) };
    }
    case 'rename':
      return {
        text: `{ [K in keyof (${text}) as \`x\${K & string}\`]: (${text})[K] }`,
        limits: moved(limits, (place) => `.x${place.slice(1)}`),
      };
    case 'optional':
      return { text: `{ [K in keyof (${text})]?: (${text})[K] }`, limits };
    case 'object':
      return { text: `{ o: ${named('type', `= ${text};`)} }`, limits: within('.o', limits) };
    case 'box':
      return {
        text: `{ o: (${text})[] }`,
        limits: new Map([['.o', LIST], ...within('.o[]', limits)]),
      };
    default:
      return selected(tree, text, limits);
  }
}

/** Some of the properties, or the type of one. */
function selected(
  { form, at }: { readonly form: 'pick' | 'omit' | 'index'; readonly at: number },
  text: string,
  limits: ReadonlyMap<string, Limits>,
): Written {
  const names = namesIn(limits);
  const name = names[at % names.length] ?? '';
  const isOf = ([place]: readonly [string, Limits]) => nameAt(place) === name;
  if (form === 'index') {
    const own = new Map([...limits].filter(isOf));
    return {
      text: `{ z${name}: (${text})['${name}'] }`,
      limits: moved(own, (place) => `.z${place.slice(1)}`),
    };
  }
  if (names.length === 1) return { text, limits };
  const isPick = form === 'pick';
  return {
    text: `${isPick ? 'Pick' : 'Omit'}<${text}, '${name}'>`,
    limits: new Map([...limits].filter((one) => isOf(one) === isPick)),
  };
}

function nameAt(place: string): string {
  return /^\.(\w+)/.exec(place)?.[1] ?? '';
}

function namesIn(limits: ReadonlyMap<string, Limits>): readonly string[] {
  return [...new Set([...limits.keys()].map(nameAt))];
}

function moved(
  limits: ReadonlyMap<string, Limits>,
  change: (place: string) => string,
): ReadonlyMap<string, Limits> {
  return new Map([...limits].map(([place, one]) => [change(place), one]));
}

function within(place: string, limits: ReadonlyMap<string, Limits>): ReadonlyMap<string, Limits> {
  return new Map([[place, { kind: 'object' }], ...moved(limits, (inner) => `${place}${inner}`)]);
}

/** The limits of all parts: of two minimums the larger, of two maximums the smaller. */
function joined(parts: readonly ReadonlyMap<string, Limits>[]): ReadonlyMap<string, Limits> {
  const all = new Map<string, Record<string, string | number | boolean>>();
  for (const [place, limits] of parts.flatMap((one) => [...one])) {
    const known = all.get(place) ?? {};
    for (const [name, value] of Object.entries(limits)) {
      const before = known[name];
      const choose = name.startsWith('min') ? Math.max : Math.min;
      known[name] =
        typeof value === 'number' && typeof before === 'number' ? choose(value, before) : value;
    }
    all.set(place, known);
  }
  return all;
}
