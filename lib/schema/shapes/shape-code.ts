import { Code } from '../engine/code.js';
import {
  type KeptProperty,
  type ObjectShape,
  type PropertyShape,
  type Shape,
  type UnionShape,
  unionFit,
  type Fit,
  dateOf,
  jsonValue,
  ownProperty,
  setProperty,
} from './shape.js';

/** The most values that are compared one by one. */
const FEW = 8;

/**
 * A function of generated code that checks and copies a value in one pass. It gives up at the first
 * difference: the caller then interprets the shape, which tells them all.
 *
 * @throws EvalError where code generation is forbidden.
 */
export function generateFit(shape: Shape, kept: KeptProperty | undefined): Fit {
  return new ShapeCode(kept).compile(shape);
}

class ShapeCode {
  readonly #code = new Code();
  readonly #kept: KeptProperty | undefined;

  constructor(kept: KeptProperty | undefined) {
    this.#kept = kept;
  }

  compile(shape: Shape): Fit {
    return this.#code.compile(this.#functionOf(shape));
  }

  /** The name of the function of a shape: one for each, so that a shape may contain itself. */
  #functionOf(shape: Shape): string {
    return this.#code.recursive(shape, 'v, k', () => this.#bodyOf(shape));
  }

  #bodyOf(shape: Shape): string {
    switch (shape.kind) {
      case 'any':
        return 'return v;';
      case 'nothing':
        return "return v === undefined && typeof k !== 'number' ? v : INVALID;";
      case 'date':
        return `return ${this.#name(dateOf)}(v, k);`;
      case 'union':
        return this.#unionBody(shape);
      case 'nullable': {
        const guard = this.#guard(shape, 'v');
        if (guard !== undefined) return this.#guardedBody(guard);
        return `${this.#inJson()}return v === null ? v : ${this.#functionOf(shape.of)}(v, k);`;
      }
      case 'list':
        return this.#listBody(shape.items);
      case 'object':
        return this.#objectBody(shape);
      default:
        return this.#guardedBody(this.#guard(shape, 'v') ?? 'true');
    }
  }

  #unionBody(shape: UnionShape): string {
    const fits = shape.options.map((option) => this.#functionOf(option)).join(', ');
    const union = this.#name((all: readonly Fit[]) => unionFit(shape, all));
    return `return ${this.#code.computed(`${union}([${fits}])`)}(v, k);`;
  }

  /** JSON has `null` for a number that is not finite, and where `toJSON` returns it, which is called once. */
  #inJson(): string {
    return `
if (typeof v === 'number' || (typeof v === 'object' && v !== null && v.toJSON !== undefined && !(v instanceof Date))) {
  v = ${this.#name(jsonValue)}(v, k);
  if (typeof v === 'object' && v !== null && v.toJSON !== undefined) return INVALID;
}
`;
  }

  /** What is sent of a value without parts: it, or what it is in JSON. */
  #guardedBody(guard: string): string {
    return `if (${guard}) return v;\nv = ${this.#name(jsonValue)}(v, k);\nreturn ${guard} ? v : INVALID;`;
  }

  /** A value of this library, by its name in the source. */
  #name(value: unknown): string {
    return this.#code.constant(value);
  }

  #guard(shape: Shape, value: string): string | undefined {
    return guardOf(shape, value, this.#code);
  }

  /** A list of values without parts is copied as it is: each is read once, as it could change between. */
  #listBody(items: Shape): string {
    const guard = this.#guard(items, 'item');
    const isSame =
      guard === undefined
        ? ''
        : `
const same = [];
let i = 0;
for (let item; i < v.length; i++) {
  item = v[i];
  if (!(${guard})) break;
  same.push(item);
}
if (i === v.length) return same;`;
    return `
if (!Array.isArray(v) || v.toJSON !== undefined) v = ${this.#name(jsonValue)}(v, k);
if (!Array.isArray(v)) return INVALID;
${isSame}
const list = [];
for (let at = 0; at < v.length; at++) {
  const item = ${this.#functionOf(items)}(v[at], at);
  if (item === INVALID) return INVALID;
  list.push(item === undefined ? null : item);
}
return list;`;
  }

  #objectBody(shape: ObjectShape): string {
    const { properties, others } = shape;
    const reads = properties.map((property, at) => this.#property(property, `p${at}`));
    const entries = properties.map(({ name }, at) => `${propertyKey(name)}: p${at}`);
    return `
if (typeof v !== 'object' || v === null) return INVALID;
if (v.toJSON !== undefined${mayBeWrapper(properties) ? WRAPPERS : ''}) {
  v = ${this.#name(jsonValue)}(v, k);
  if (typeof v !== 'object' || v === null) return INVALID;
}
if (Array.isArray(v)) return INVALID;
const o = { ...v };
${reads.join('\n')}
const sent = { ${entries.join(', ')} };
${others === undefined ? this.#keptProperty(shape) : this.#others(shape, others)}
return sent;`;
  }

  #property({ name, shape, isOptional }: PropertyShape, variable: string): string {
    const key = JSON.stringify(name);
    const value = name in Object.prototype ? `${this.#name(ownProperty)}(o, ${key})` : `o[${key}]`;
    const guard = this.#guard(shape, variable);
    const needed = [
      ...(guard === undefined ? [] : [`!(${guard})`]),
      ...(isOptional ? [`${variable} !== undefined`] : []),
    ].join(' && ');
    // JSON leaves symbols and functions out.
    const left = isOptional
      ? `if (typeof ${variable} === 'symbol' || typeof ${variable} === 'function') ${variable} = undefined;\nelse `
      : '';
    return `let ${variable} = ${value};
if (${needed === '' ? 'true' : needed}) {
  ${left}${variable} = ${this.#functionOf(shape)}(${variable}, ${key});
  if (${variable} === INVALID) return INVALID;
}`;
  }

  #keptProperty({ properties }: ObjectShape): string {
    const kept = this.#kept;
    if (kept === undefined || properties.some(({ name }) => name === kept.name)) return '';
    const key = JSON.stringify(kept.name);
    return `if (o[${key}] !== undefined) {
  const keptValue = ${this.#name(kept.keep)}(o[${key}]);
  if (keptValue !== undefined) sent[${key}] = keptValue;
}`;
  }

  #others(shape: ObjectShape, others: Shape): string {
    const declared = this.#name(new Set(shape.properties.map(({ name }) => name)));
    const kept = this.#kept;
    const keptValue =
      kept === undefined
        ? 'undefined'
        : `name === ${JSON.stringify(kept.name)} ? ${this.#name(kept.keep)}(other) : undefined`;
    return `
for (const name of Object.keys(o)) {
  const other = o[name];
  if (other === undefined || ${declared}.has(name)) continue;
  if (typeof other === 'function' || typeof other === 'symbol') continue;
  const keptValue = ${keptValue};
  if (keptValue !== undefined) { sent[name] = keptValue; continue; }
  const part = ${this.#functionOf(others)}(other, name);
  if (part === INVALID) return INVALID;
  ${this.#name(setProperty)}(sent, name, part);
}`;
  }
}

const WRAPPERS = ' || v instanceof String || v instanceof Number || v instanceof Boolean';

/** Whether `new String('a')` could pass for the object: it has nothing but numbered properties. */
function mayBeWrapper(properties: readonly PropertyShape[]): boolean {
  return !properties.some(
    ({ name, shape, isOptional }) => !isOptional && shape.kind !== 'any' && !/^\d+$/.test(name),
  );
}

/** As a literal, `__proto__` would set the prototype. */
function propertyKey(name: string): string {
  const key = JSON.stringify(name);
  return name === '__proto__' ? `[${key}]` : key;
}

/**
 * An expression that is true for values that are sent as they are; `undefined` for a shape with parts.
 */
function guardOf(shape: Shape, value: string, code: Code): string | undefined {
  switch (shape.kind) {
    case 'string':
    case 'boolean':
      return `typeof ${value} === '${shape.kind}'`;
    case 'number':
      return `Number.isFinite(${value})`;
    case 'integer':
      return `Number.isInteger(${value})`;
    case 'enum':
      return enumGuard(shape.values, value, code);
    case 'nullable': {
      const guard = guardOf(shape.of, value, code);
      return guard === undefined ? undefined : `(${value} === null || ${guard})`;
    }
    default:
      return undefined;
  }
}

function enumGuard(values: readonly unknown[], value: string, code: Code): string {
  if (values.length > FEW) return `${code.constant(new Set(values))}.has(${value})`;
  return `(${values.map((one) => `${value} === ${JSON.stringify(one)}`).join(' || ')})`;
}
