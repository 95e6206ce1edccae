import type { ArgumentSchema, PropertySchema } from '../../schema/vocabulary.js';
import type { SchemaDifference } from './difference.js';
import { relationOf } from './routes/expression-relation.js';
import type { Placeholder } from './routes/route-group.js';
import { defaultOf } from './schemas/comparable-schema.js';
import { compareSchemas } from './schemas/compare-schemas.js';

type Args = Readonly<Record<string, ArgumentSchema>>;

/** Compares the arguments of a method, those of its path by their places. */
export function compareArguments(
  before: Args,
  after: Args,
  placeholders: readonly Placeholder[],
  newPlaceholders: readonly Placeholder[],
): readonly SchemaDifference[] {
  const [was, is] = [withoutPath(before, placeholders), withoutPath(after, newPlaceholders)];
  const names = [...new Set([...was.keys(), ...is.keys()])];
  return [
    ...placeholders.flatMap((own, at) =>
      comparePathArgument(before[own.name], after[newPlaceholders[at]?.name ?? ''], own),
    ),
    ...names.flatMap((name) => compareArgument(was.get(name), is.get(name), name)),
  ];
}

function withoutPath(
  args: Args,
  placeholders: readonly Placeholder[],
): ReadonlyMap<string, ArgumentSchema> {
  const names = new Set(placeholders.map(({ name }) => name));
  return new Map(Object.entries(args).filter(([name]) => !names.has(name)));
}

/** Its value is always there, and no default is used. WordPress need not declare it. */
function comparePathArgument(
  before: ArgumentSchema | undefined,
  after: ArgumentSchema | undefined,
  { name, expression }: Placeholder,
): readonly SchemaDifference[] {
  if (before === undefined || after === undefined) return [];
  return compareSchemas(pathSchema(before, expression), pathSchema(after, expression), name);
}

/** In a path, a text of digits is an integer, whatever it is declared as, and any other value is a text. */
function pathSchema(schema: ArgumentSchema, expression: string): PropertySchema {
  const { default: _unused, required: _always, ...rest } = schema;
  const { type } = rest;
  const isText = type === undefined || type === 'string' || type === 'number';
  if (!isText) return rest;
  const isNumber = ['same', 'fewer'].includes(relationOf('\\d+', expression));
  if (isNumber) return { ...rest, type: 'integer' };
  return type === 'number' ? rest : { ...rest, type: 'string' };
}

function compareArgument(
  before: ArgumentSchema | undefined,
  after: ArgumentSchema | undefined,
  argument: string,
): readonly SchemaDifference[] {
  if (before !== undefined && after !== undefined)
    return [...compareNeed(before, after, argument), ...compareSchemas(before, after, argument)];
  if (before !== undefined)
    return [{ impact: 'lost', subject: 'argument', argument, text: 'the argument is gone' }];
  if (after === undefined) return [];
  return isNeeded(after)
    ? [{ impact: 'lost', subject: 'argument', argument, text: 'a new required argument' }]
    : [{ impact: 'gained', subject: 'argument', argument, text: 'a new argument' }];
}

function compareNeed(
  before: ArgumentSchema,
  after: ArgumentSchema,
  argument: string,
): readonly SchemaDifference[] {
  if (isNeeded(before) === isNeeded(after)) return [];
  return isNeeded(after)
    ? [{ impact: 'lost', subject: 'required', argument, text: 'required' }]
    : [{ impact: 'gained', subject: 'required', argument, text: 'optional' }];
}

/** An argument with a default is never missing. */
function isNeeded(schema: ArgumentSchema): boolean {
  return schema.required === true && defaultOf(schema) === undefined;
}
