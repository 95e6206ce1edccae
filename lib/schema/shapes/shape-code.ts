import { Code } from '../engine/code.js';
import { put } from '../values/values.js';
import {
  type KeptProperty,
  type ObjectShape,
  type PropertyShape,
  type Shape,
  type UnionShape,
  optionNamer,
  unionFit,
  type Fit,
  dateOf,
  jsonValue,
  ownProperty,
  guardOf,
} from './shape.js';

/** The functions that generated code calls by their own names. */
const NAMED = { dateOf, jsonValue, ownProperty, put };

/**
 * A function of generated code that checks and copies a value in one pass. It stops at the first difference: the
 * caller then interprets the shape, to find them all.
 *
 * @throws EvalError if code generation is forbidden.
 */
export function generateFit(shape: Shape, kept: KeptProperty | undefined): Fit {
  return new ShapeCode(new Code(NAMED), kept).compile(shape);
}

/** Writes the functions of shapes: each returns the copy, `undefined` for nothing, INVALID for a difference. */
class ShapeCode {
  constructor(
    private readonly code: Code,
    private readonly kept: KeptProperty | undefined,
  ) {}

  compile(shape: Shape): Fit {
    return this.code.compile(this.#functionOf(shape));
  }

  /** The name of the function of a shape: one for each, so that a shape may contain itself. */
  #functionOf(shape: Shape): string {
    return this.code.recursive(shape, 'v, k', () => this.#bodyOf(shape));
  }

  #bodyOf(shape: Shape): string {
    const checked = this.#checked(shape, 'v', 'k');
    if (checked !== undefined) return `${checked}\nreturn v;`;
    switch (shape.kind) {
      case 'any':
        return 'return v;';
      case 'date':
        return 'return dateOf(v, k);';
      case 'union':
        return `return ${this.#union(shape)}(v, k);`;
      case 'nullable':
        return `${IN_JSON}if (v === null) return v;\nreturn ${this.#functionOf(shape.of)}(v, k);`;
      case 'list':
        return this.#listBody(shape.items);
      case 'object':
        return this.#objectBody(shape);
      default:
        return "return v === undefined && typeof k !== 'number' ? v : INVALID;";
    }
  }

  /** If a value does not name its option, the copies of all options decide. */
  #union(shape: UnionShape): string {
    const nameOption = optionNamer(shape);
    const fits = shape.options.map((option) => this.#functionOf(option)).join(', ');
    const union = this.code.constant((all: readonly Fit[]) => unionFit(nameOption, all));
    return this.code.computed(`${union}([${fits}])`);
  }

  #listBody(items: Shape): string {
    return `
if (!Array.isArray(v) || v.toJSON !== undefined) v = jsonValue(v, k);
if (!Array.isArray(v)) return INVALID;
const sent = [];
for (let at = 0; at < v.length; at++) {
  let value = v[at];
  ${this.#part(items, 'value', 'at')}
  sent.push(value === undefined ? null : value);
}
return sent;`;
  }

  #objectBody(shape: ObjectShape): string {
    const { properties, others } = shape;
    // Engines make an object from one literal faster than property by property.
    const copied = properties.map(({ name }, at) => `${propertyKey(name)}: p${at}`).join(', ');
    return `
if (typeof v !== 'object' || v === null) return INVALID;
if (v.toJSON !== undefined${mayBeWrapper(properties) ? WRAPPERS : ''}) {
  v = jsonValue(v, k);
  if (typeof v !== 'object' || v === null) return INVALID;
}
if (Array.isArray(v)) return INVALID;
const o = { ...v };
${properties.map((property, at) => this.#property(property, `p${at}`)).join('\n')}
const sent = { ${copied} };
${others === undefined ? this.#keptProperty(shape) : this.#others(shape, others)}
return sent;`;
  }

  #property({ name, shape, isOptional }: PropertyShape, variable: string): string {
    const key = JSON.stringify(name);
    const value = name in Object.prototype ? `ownProperty(o, ${key})` : `o[${key}]`;
    const part = this.#part(shape, variable, key);
    if (!isOptional) return `let ${variable} = ${value};\n${part}`;
    // JSON omits symbols and functions.
    return `let ${variable} = ${value};
if (typeof ${variable} === 'symbol' || typeof ${variable} === 'function') ${variable} = undefined;
if (${variable} !== undefined) ${part}`;
  }

  /** Writes the copy of the value of a variable. Only a value with parts needs a function. */
  #part(shape: Shape, value: string, key: string): string {
    const checked = this.#checked(shape, value, key);
    if (checked !== undefined) return checked;
    return `{
  ${value} = ${this.#functionOf(shape)}(${value}, ${key});
  if (${value} === INVALID) return INVALID;
}`;
  }

  /** Writes the JSON value of a variable; `undefined` for a shape with parts. */
  #checked(shape: Shape, value: string, key: string): string | undefined {
    const guard = guardOf(shape, value, this.code);
    return (
      guard &&
      `if (!${guard}) {
  ${value} = jsonValue(${value}, ${key});
  if (!${guard}) return INVALID;
}`
    );
  }

  #keptProperty({ properties }: ObjectShape): string {
    const kept = this.kept;
    if (kept === undefined || properties.some(({ name }) => name === kept.name)) return '';
    const key = JSON.stringify(kept.name);
    return `if (o[${key}] !== undefined) {
  const keptValue = ${this.code.constant(kept.keep)}(o[${key}]);
  if (keptValue !== undefined) sent[${key}] = keptValue;
}`;
  }

  #others(shape: ObjectShape, others: Shape): string {
    const declared = this.code.constant(new Set(shape.properties.map(({ name }) => name)));
    const kept = this.kept;
    const keptValue =
      kept === undefined
        ? 'undefined'
        : `name === ${JSON.stringify(kept.name)} ? ${this.code.constant(kept.keep)}(value) : undefined`;
    return `
for (const name of Object.keys(o)) {
  let value = o[name];
  if (value === undefined || ${declared}.has(name)) continue;
  if (typeof value === 'function' || typeof value === 'symbol') continue;
  const keptValue = ${keptValue};
  if (keptValue !== undefined) { sent[name] = keptValue; continue; }
  ${this.#part(others, 'value', 'name')}
  put(sent, name, value);
}`;
  }
}

/** JSON has `null` for a number that is not finite, and if `toJSON` returns it, which is called once. */
const IN_JSON = `
if (typeof v === 'number' || (typeof v === 'object' && v !== null && v.toJSON !== undefined && !(v instanceof Date))) {
  v = jsonValue(v, k);
  if (typeof v === 'object' && v !== null && v.toJSON !== undefined) return INVALID;
}
`;

const WRAPPERS = ' || v instanceof String || v instanceof Number || v instanceof Boolean';

/** Whether `new String('a')` could pass for the object: it has nothing but numbered properties. */
function mayBeWrapper(properties: readonly PropertyShape[]): boolean {
  return !properties.some(
    ({ name, shape, isOptional }) => !isOptional && shape.kind !== 'any' && !/^\d+$/.test(name),
  );
}

/** The key of a property in a literal: `__proto__` as a name would set the prototype. */
function propertyKey(name: string): string {
  const key = JSON.stringify(name);
  return name === '__proto__' ? `[${key}]` : key;
}
