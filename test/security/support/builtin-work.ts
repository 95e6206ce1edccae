/**
 * Counts what the engine's own functions do for a text or a list: a search through a text of n
 * characters is n steps. The profiler counts blocks of JavaScript only, so a loop around `replaceAll`
 * would look linear.
 */
export interface BuiltinWork {
  /** The steps since the last call. */
  take(): number;
  restore(): void;
}

type Method = (this: unknown, ...args: never[]) => unknown;

interface Called {
  readonly self: unknown;
  readonly args: readonly unknown[];
  readonly result: unknown;
  /** Where a regular expression began to search. */
  readonly from: number;
}

/** How many steps a call was. */
type Price = (called: Called) => number;

const { keys, getPrototypeOf } = Object;

function lengthOf(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value) || value instanceof Uint8Array) {
    return value.length;
  }
  return typeof value === 'object' && value !== null ? keys(value).length : 1;
}

const one: Price = () => 1;
const whole: Price = ({ self }) => lengthOf(self);
const ofArgument: Price = ({ args }) => lengthOf(args[0]);
const ofResult: Price = ({ result }) => lengthOf(result);
const ofBoth: Price = ({ self, result }) => lengthOf(self) + lengthOf(result);

/** As far as a search came from where it began. */
const searched: Price = ({ self, args, result }) => {
  const start = typeof args[1] === 'number' ? Math.min(args[1], lengthOf(self)) : 0;
  return (typeof result === 'number' && result >= 0 ? result : lengthOf(self)) - start;
};

const matched: Price = ({ args, result, from }) => {
  if (!Array.isArray(result)) return lengthOf(args[0]) - from;
  return (result as unknown as RegExpExecArray).index + lengthOf(result[0]) - from;
};

const iteratorOf = (value: Iterable<unknown>): object =>
  getPrototypeOf(value[Symbol.iterator]()) as object;

const PRICES: readonly (readonly [target: object, price: Price, names: string])[] = [
  [String.prototype, ofBoth, 'replace replaceAll split toLowerCase toUpperCase trim trimStart'],
  [String.prototype, ofBoth, 'trimEnd match search normalize repeat padEnd padStart'],
  [String.prototype, searched, 'indexOf'],
  [String.prototype, whole, 'includes lastIndexOf'],
  [String.prototype, ofArgument, 'startsWith endsWith'],
  [RegExp.prototype, matched, 'exec'],
  [RegExp.prototype, ofArgument, 'test'],
  [Array.prototype, whole, 'join map filter flatMap forEach reduce every some find findIndex'],
  [Array.prototype, whole, 'includes indexOf shift unshift sort reverse splice flat'],
  [Array.prototype, ofResult, 'slice concat'],
  [iteratorOf([]), one, 'next'],
  [iteratorOf(''), one, 'next'],
  [iteratorOf(new Map()), one, 'next'],
  [iteratorOf(new Set()), one, 'next'],
  [Buffer.prototype, whole, 'toString'],
  [Buffer, ofResult, 'from concat'],
  [JSON, ofArgument, 'parse'],
  [JSON, ofResult, 'stringify'],
  [Object, ofArgument, 'keys entries values fromEntries assign'],
  [globalThis, ofArgument, 'decodeURIComponent encodeURIComponent decodeURI encodeURI'],
];

/** Replaces the engine's functions until `restore` is called. */
export function countBuiltinWork(): BuiltinWork {
  const count = { steps: 0, isInside: false };
  const restores = PRICES.flatMap(([target, price, names]) =>
    names.split(' ').map((name) => wrap(target, name, price, count)),
  );
  return {
    take: () => {
      const { steps } = count;
      count.steps = 0;
      return steps;
    },
    restore: () => restores.forEach((restore) => restore()),
  };
}

function wrap(
  target: object,
  name: string,
  price: Price,
  count: { steps: number; isInside: boolean },
): () => void {
  const original = Reflect.get(target, name) as Method;
  // What a method of a text or an expression calls by itself is part of its own price.
  const isOne = target === String.prototype || target === RegExp.prototype;
  const wrapped = function (this: unknown, ...args: never[]): unknown {
    if (count.isInside) return Reflect.apply(original, this, args);
    const from = this instanceof RegExp && (this.global || this.sticky) ? this.lastIndex : 0;
    count.isInside = isOne;
    try {
      const result = Reflect.apply(original, this, args);
      count.steps += 1 + price({ self: this, args, result, from });
      return result;
    } finally {
      count.isInside = false;
    }
  };
  const descriptor = Object.getOwnPropertyDescriptor(target, name) ?? {};
  Object.defineProperty(target, name, { ...descriptor, value: wrapped });
  return () => void Object.defineProperty(target, name, descriptor);
}
