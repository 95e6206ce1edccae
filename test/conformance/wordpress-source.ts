import { compileSchema, INVALID } from '../../lib/schema/compile-schema.js';
import type { JsonValue, ValueSchema } from '../../lib/schema/vocabulary.js';
import { isInteger, type WordPressEndpoint } from './wordpress-api.js';

type Schema = ValueSchema & { readonly default?: JsonValue };

const HEAD = `import {
  Arguments, Param, PublicAccess, RestController, RestRoute, type int,
} from 'nestjs-rest-routes';
`;

/** The name of the class of an endpoint. */
export const nameOfEndpoint = (index: number): string => `Endpoint${index}`;

/**
 * Controllers with an endpoint each, whose arguments are declared by the types and doc comments of an
 * interface. Only a placeholder has a decorator of its own, for the expression in its path.
 */
export function sourceOfEndpoints(endpoints: readonly WordPressEndpoint[]): string {
  return HEAD + endpoints.map(sourceOfEndpoint).join('\n');
}

function sourceOfEndpoint(endpoint: WordPressEndpoint, index: number): string {
  const { version, path, methods, args, placeholders } = endpoint;
  const others = Object.entries(args).filter(([name]) => !placeholders.has(name));
  const parameters = Array.from(placeholders, ([name, expression]) =>
    placeholderText(name, expression, args[name]),
  );
  if (others.length > 0) parameters.push(`@Arguments() args: Arguments${index}`);
  return `interface Arguments${index} {${others.map(propertyText).join('')}
}
@RestController(${JSON.stringify(version)})
export class ${nameOfEndpoint(index)} {
  @RestRoute(${JSON.stringify(path)}, ${JSON.stringify(methods)}, new PublicAccess())
  endpoint(${parameters.join(', ')}) {}
}
`;
}

function placeholderText(name: string, expression: string, schema: Schema | undefined): string {
  if (isInteger(expression)) return `${name}: int`;
  const { pattern } = schema ?? {};
  return `@Param(${JSON.stringify({ match: expression, pattern })}) ${name}: string`;
}

function propertyText([name, schema]: readonly [string, Schema]): string {
  const mark = schema.required === true ? '' : '?';
  return `\n/**${tagsOf(schema)}\n */\n${JSON.stringify(name)}${mark}: ${typeText(schema)};`;
}

/** The keywords that are tags of the same names. */
const TAGS = [
  'minimum',
  'maximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
] as const;

function tagsOf(schema: Schema): string {
  const lines = TAGS.filter((name) => schema[name] !== undefined).map(
    (name) => ` * @${nameOfTag(name, schema)} ${String(schema[name])}`,
  );
  const fallback = sanitizedDefault(schema);
  if (fallback !== undefined) {
    lines.push(` * @default ${JSON.stringify(fallback)}`);
  }
  return lines.map((line) => `\n${line}`).join('');
}

function nameOfTag(name: (typeof TAGS)[number], schema: Schema): string {
  if (name === 'minimum' && schema.exclusiveMinimum === true) return 'exclusiveMinimum';
  if (name === 'maximum' && schema.exclusiveMaximum === true) return 'exclusiveMaximum';
  return name;
}

function typeText(schema: Schema): string {
  const { type, enum: values, anyOf, oneOf } = schema;
  const options = anyOf ?? oneOf;
  if (options !== undefined) return options.map((one) => `(${typeText(one)})`).join(' | ');
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (type === undefined) return 'unknown';
  return [type]
    .flat()
    .map((one) => oneTypeText(one, schema))
    .join(' | ');
}

function oneTypeText(type: string, schema: Schema): string {
  switch (type) {
    case 'integer':
      return 'int';
    case 'array':
      return `(${typeText(schema.items ?? {})})[]`;
    case 'object':
      return objectText(schema);
    default:
      return type;
  }
}

function objectText({ properties = {}, additionalProperties }: Schema): string {
  const members = Object.entries(properties);
  const others =
    typeof additionalProperties === 'object' ? typeText(additionalProperties) : 'unknown';
  if (members.length === 0 && additionalProperties !== false) return `Record<string, ${others}>`;
  const index = additionalProperties === false ? '' : `[name: string]: ${others};`;
  return `{${members.map(propertyText).join('')}\n${index}}`;
}

/**
 * The default that a method receives: `publish` is `["publish"]` for a list. `null` in the place of a default
 * is none, and a default that its own schema rejects stays as it is.
 */
function sanitizedDefault({ default: fallback, ...schema }: Schema): unknown {
  if (fallback === undefined || fallback === null) return undefined;
  // PHP writes an empty object as an empty list.
  if (schema.type === 'object' && Array.isArray(fallback)) return {};
  const value = compileSchema(schema, { engine: 'interpreted' }).parse(fallback);
  return value === INVALID ? fallback : value;
}

/**
 * A schema without what says nothing: objects are open unless they are closed, `null` in the place of a
 * default is none, and the order of a list of types has no meaning where each value has one type.
 */
export function withoutFiller(schema: Schema): object {
  const { type, properties, items, additionalProperties, required } = schema;
  const inner = Object.entries(properties ?? {}).map(
    ([name, one]) => [name, withoutFiller(one)] as const,
  );
  const types = [type ?? []].flat().toSorted();
  return {
    ...schema,
    type: types.length === 1 ? types[0] : types,
    properties: inner.length === 0 ? undefined : Object.fromEntries(inner),
    items:
      items === undefined || Object.keys(items).length === 0 ? undefined : withoutFiller(items),
    additionalProperties:
      typeof additionalProperties === 'object'
        ? withoutFiller(additionalProperties)
        : additionalProperties === false
          ? false
          : undefined,
    required: required === false ? undefined : required,
    default: sanitizedDefault(schema),
  };
}
