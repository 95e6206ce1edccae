import { Code } from '../engine/code.js';
import { INVALID, put } from '../values/values.js';
import { COPY, TEXT, type ShapeOutput, type PartOutput } from './shape-output.js';
import { type JsonWriter, LIST, OBJECT } from './json-writer.js';
import {
  type KeptProperty,
  type ObjectShape,
  type PropertyShape,
  type Shape,
  type UnionShape,
  optionNamer,
  fullestFit,
  unionFit,
  type Fit,
  dateOf,
  jsonValue,
  ownProperty,
  guardOf,
} from './shape.js';

/** What generated code calls by its own name. */
const NAMED = { LIST, OBJECT, dateOf, jsonValue, ownProperty, put };

/**
 * A function of generated code that checks and copies a value in one pass. It gives up at the first
 * difference: the caller then interprets the shape, which tells them all.
 *
 * @throws EvalError where code generation is forbidden.
 */
export function generateFit(shape: Shape, kept: KeptProperty | undefined): Fit {
  return new ShapeCode(COPY, new Code(NAMED), kept).compile(shape);
}

/**
 * A function that makes the same checks, and writes the JSON of what is sent instead. It gives up, by `undefined`,
 * at a difference, where a property is kept that no shape need declare, and where nothing is sent. `undefined`
 * itself for a shape with parts that only `JSON.stringify` writes fast, or of which a copy must be made.
 *
 * @throws EvalError where code generation is forbidden.
 */
export function generateText(
  shape: Shape,
  kept: KeptProperty | undefined,
  out: JsonWriter,
): ((value: unknown) => string | undefined) | undefined {
  const code = new ShapeCode(TEXT, new Code({ ...NAMED, out }), kept);
  const write = code.compile(shape);
  return code.needsCopy ? undefined : (value) => out.textOf(() => write(value, '') === true);
}

/** Writes the functions of shapes: each returns what `ShapeOutput` says, `undefined` for nothing, INVALID for a difference. */
class ShapeCode {
  /** Whether a shape is sent by what a copy has. */
  needsCopy = false;

  constructor(
    private readonly output: ShapeOutput,
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
    const whole = this.output.whole(shape);
    const checked = this.#checked(shape, 'v', 'k');
    if (checked !== undefined) return `${checked}\n${whole}`;
    switch (shape.kind) {
      case 'any':
        this.needsCopy = true;
        return whole;
      case 'date':
        return `v = dateOf(v, k);\nif (v === INVALID) return v;\n${whole}`;
      case 'union':
        return `return ${this.#union(shape)}(v, k);`;
      case 'nullable':
        return `${IN_JSON}if (v === null) { ${this.output.null} }\nreturn ${this.#functionOf(shape.of)}(v, k);`;
      case 'list':
        return this.#listBody(shape.items);
      case 'object':
        return this.#objectBody(shape);
      default:
        return "return v === undefined && typeof k !== 'number' ? v : INVALID;";
    }
  }

  /** The option of a value that names none is found by what the copies have. */
  #union(shape: UnionShape): string {
    const nameOption = optionNamer(shape);
    if (nameOption === undefined) this.needsCopy = true;
    const choose = this.output === TEXT ? () => INVALID : fullestFit;
    const fits = shape.options.map((option) => this.#functionOf(option)).join(', ');
    const union = this.code.constant((all: readonly Fit[]) => unionFit(nameOption, all, choose));
    return this.code.computed(`${union}([${fits}])`);
  }

  #listBody(items: Shape): string {
    const { list, item } = this.output;
    return `
if (!Array.isArray(v) || v.toJSON !== undefined) v = jsonValue(v, k);
if (!Array.isArray(v)) return INVALID;
${list.open}
for (let at = 0; at < v.length; at++) {
  let value = v[at];
  ${this.#part(items, 'value', 'at', item)}
}
${list.close}`;
  }

  #objectBody(shape: ObjectShape): string {
    const { others } = shape;
    const properties = inJsonOrder(shape.properties);
    const { open, copied, close } = this.output.object(properties);
    return `
if (typeof v !== 'object' || v === null) return INVALID;
if (v.toJSON !== undefined${mayBeWrapper(properties) ? WRAPPERS : ''}) {
  v = jsonValue(v, k);
  if (typeof v !== 'object' || v === null) return INVALID;
}
if (Array.isArray(v)) return INVALID;
const o = { ...v };
${open}
${properties.map((property, at) => this.#property(property, `p${at}`)).join('\n')}
${copied}
${others === undefined ? this.#keptProperty(shape) : this.#others(shape, others)}
${close}`;
  }

  #property({ name, shape, isOptional }: PropertyShape, variable: string): string {
    const key = JSON.stringify(name);
    const value = name in Object.prototype ? `ownProperty(o, ${key})` : `o[${key}]`;
    const isKept = this.output === TEXT && name === this.kept?.name;
    const part = isKept
      ? 'return INVALID;'
      : this.#part(shape, variable, key, this.output.property(name, variable));
    if (!isOptional) return `let ${variable} = ${value};\n${part}`;
    // JSON leaves symbols and functions out.
    return `let ${variable} = ${value};
if (typeof ${variable} === 'symbol' || typeof ${variable} === 'function') ${variable} = undefined;
if (${variable} !== undefined) ${part}`;
  }

  /** Sends the value of a variable. Only a value with parts needs a function. */
  #part(shape: Shape, value: string, key: string, { plain, before, after }: PartOutput): string {
    const checked = this.#checked(shape, value, key);
    if (checked !== undefined) return `{ ${checked} ${plain(shape)} }`;
    return `{
  ${before}
  const part = ${this.#functionOf(shape)}(${value}, ${key});
  if (part === INVALID) return INVALID;
  ${after}
}`;
  }

  /** Makes of the value of a variable what it is in JSON; `undefined` for a shape with parts. */
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
  if (keptValue !== undefined) ${this.output.keep(key)}
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
  ${this.output === TEXT && shape.properties.length > 0 ? 'if (String(name >>> 0) === name) return INVALID;' : ''}
  const keptValue = ${keptValue};
  if (keptValue !== undefined) { ${this.output.keep('name')} continue; }
  ${this.#part(others, 'value', 'name', this.output.other)}
}`;
  }
}

/** JSON has `null` for a number that is not finite, and where `toJSON` returns it, which is called once. */
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

/** JSON has names that are numbers first. */
function inJsonOrder(properties: readonly PropertyShape[]): readonly PropertyShape[] {
  const named = new Map(properties.map((property) => [property.name, property]));
  const names = Object.keys(Object.fromEntries(properties.map(({ name }) => [name, true])));
  return names.flatMap((name) => named.get(name) ?? []);
}
