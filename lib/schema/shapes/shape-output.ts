import type { PropertyShape, Shape } from './shape.js';

/**
 * What generated code does with the values that it has checked. The function of a shape returns what is sent, or
 * `true` where it has written it; `undefined` where nothing is sent.
 */
export interface ShapeOutput {
  /** Sends the value in `v`, which has no parts. */
  readonly whole: (shape: Shape) => string;
  readonly null: string;
  readonly list: { readonly open: string; readonly close: string };
  readonly item: PartOutput;
  readonly object: (properties: readonly PropertyShape[]) => {
    readonly open: string;
    /** Once the declared properties are in their variables. */
    readonly copied: string;
    readonly close: string;
  };
  readonly property: (name: string, variable: string) => PartOutput;
  /** The property `name`, which has no variable. */
  readonly other: PartOutput;
  /** Sends `keptValue` as a property. */
  readonly keep: (key: string) => string;
}

/** What is done with the `value` of an item or a property. */
export interface PartOutput {
  /** With a value without parts. */
  readonly plain: (shape: Shape) => string;
  /** Before a function sends a value with parts, and after it, with its result in `part`. */
  readonly before: string;
  readonly after: string;
}

/** Copies. Engines make an object from one literal faster than property by property. */
export const COPY: ShapeOutput = {
  whole: () => 'return v;',
  null: 'return v;',
  list: { open: 'const sent = [];', close: 'return sent;' },
  item: {
    plain: () => 'sent.push(value);',
    before: '',
    after: 'sent.push(part === undefined ? null : part);',
  },
  object: (properties) => ({
    open: '',
    copied: `const sent = { ${properties.map(({ name }, at) => `${propertyKey(name)}: p${at}`).join(', ')} };`,
    close: 'return sent;',
  }),
  property: (_name, variable) => ({ plain: () => '', before: '', after: `${variable} = part;` }),
  other: { plain: () => 'put(sent, name, value);', before: '', after: 'put(sent, name, part);' },
  keep: (key) => `sent[${key}] = keptValue;`,
};

/** As a literal, `__proto__` would set the prototype. */
function propertyKey(name: string): string {
  const key = JSON.stringify(name);
  return name === '__proto__' ? `[${key}]` : key;
}

/** A part of which nothing is sent leaves no name. */
const UNLESS_NOTHING = 'if (part === undefined) out.at = before;';

/** Writes to `out`. Each part has a comma before it, the first one too: `end` puts a bracket there. */
export const TEXT: ShapeOutput = {
  whole: (shape) => `${written(shape, 'v', '')} return true;`,
  null: `${literal('null')} return true;`,
  list: { open: 'const start = out.at;', close: 'out.end(start, LIST);\nreturn true;' },
  item: {
    plain: (shape) => written(shape, 'value', ','),
    before: literal(','),
    after: `if (part === undefined) ${literal('null')}`,
  },
  object: () => ({
    open: 'const start = out.at;',
    copied: '',
    close: 'out.end(start, OBJECT);\nreturn true;',
  }),
  property: (name, variable) => {
    const prefix = `,${JSON.stringify(name)}:`;
    return {
      plain: (shape) => written(shape, variable, prefix),
      before: `const before = out.at; ${literal(prefix)}`,
      after: UNLESS_NOTHING,
    };
  },
  other: {
    plain: (shape) => `out.name(name); ${written(shape, 'value', '')}`,
    before: 'const before = out.at; out.name(name);',
    after: UNLESS_NOTHING,
  },
  keep: () => 'return INVALID;',
};

/** What `1.7976931348623157e+308` and `-5e-324` need. */
const NUMBER = '25';
/** And `"2000-01-01T00:00:00.000Z"`. */
const DATE = '26';

/** Writes a text and the value of a variable, which has been checked. */
function written(shape: Shape, value: string, prefix: string): string {
  const string = `${literal(prefix, `${value}.length + 2`)} out.string(${value});`;
  const number = `${literal(prefix, NUMBER)} out.number(${value});`;
  switch (shape.kind) {
    case 'string':
      return string;
    case 'integer':
    case 'number':
      return number;
    case 'boolean':
      return `if (${value}) ${literal(`${prefix}true`)} else ${literal(`${prefix}false`)}`;
    case 'nullable':
      return `if (${value} === null) ${literal(`${prefix}null`)} else { ${written(shape.of, value, prefix)} }`;
    case 'date':
      return `if (typeof ${value} === 'string') { ${string} }
else { ${literal(prefix, DATE)} if (!out.date(${value})) return INVALID; }`;
    case 'enum':
    case 'union':
      return `if (typeof ${value} === 'string') { ${string} }
else if (typeof ${value} === 'number') { ${number} }
else out.raw(${JSON.stringify(prefix)} + ${value});`;
    default:
      return 'return INVALID;';
  }
}

/**
 * Writes a text of this library or the name of a property: four characters at once, as a number.
 *
 * @param more How many bytes are written next without being reserved.
 */
function literal(json: string, more = '0'): string {
  const bytes = Buffer.from(json);
  if (bytes.length !== json.length) {
    return `{ out.raw(${JSON.stringify(json)}); out.reserve(${more}); }`;
  }
  const sets: string[] = [];
  let at = 0;
  for (; at + 4 <= bytes.length; at += 4) {
    sets.push(`view.setInt32(at + ${at}, ${bytes.readInt32LE(at)}, true);`);
  }
  for (; at < bytes.length; at++) sets.push(`view.setInt8(at + ${at}, ${bytes[at]});`);
  return `{ if (out.at + ${at} + ${more} > out.size) out.reserve(${at} + ${more});
const { view, at } = out; ${sets.join(' ')} out.at = at + ${at}; }`;
}
