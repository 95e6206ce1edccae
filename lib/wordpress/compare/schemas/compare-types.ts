import type { SchemaType, ValueSchema } from '../../../schema/vocabulary.js';
import type { SchemaDifference } from '../difference.js';
import { typesOf, valueText } from './comparable-schema.js';

type Types = ReadonlySet<SchemaType> | undefined;

/** Compares the types that are accepted. */
export function compareTypes(
  before: ValueSchema,
  after: ValueSchema,
  argument: string,
): readonly SchemaDifference[] {
  const [was, is] = [typesOf(before), typesOf(after)];
  const isLost = !covers(is, was);
  if (!isLost && covers(was, is)) return [];
  const text = `type ${typesText(is)} instead of ${typesText(was)}`;
  return [{ impact: isLost ? 'lost' : 'gained', subject: 'type', argument, text }];
}

/** Whether no value passes both schemas, so that their limits cannot be compared. */
export function areDisjoint(before: ValueSchema, after: ValueSchema): boolean {
  const [was, is] = [typesOf(before), typesOf(after)];
  if (was === undefined || is === undefined) return false;
  return ![...was].some(
    (type) => isCovered(type, is) || [...is].some((one) => isCovered(one, was)),
  );
}

/** Compares enums as sets. */
export function compareEnums(
  { enum: before }: ValueSchema,
  { enum: after }: ValueSchema,
  argument: string,
): readonly SchemaDifference[] {
  if (before === undefined && after === undefined) return [];
  if (before === undefined || after === undefined) {
    const values = (before ?? after ?? []).map(valueText).join(', ');
    return after === undefined
      ? [{ impact: 'gained', subject: 'enum', argument, text: `any value, not only ${values}` }]
      : [{ impact: 'lost', subject: 'enum', argument, text: `only ${values}` }];
  }
  const [was, is] = [new Set(before.map(valueText)), new Set(after.map(valueText))];
  const gone = [...was].filter((value) => !is.has(value));
  const added = [...is].filter((value) => !was.has(value));
  return [...enumDifference('lost', gone, argument), ...enumDifference('gained', added, argument)];
}

function enumDifference(
  impact: 'lost' | 'gained',
  values: readonly string[],
  argument: string,
): readonly SchemaDifference[] {
  if (values.length === 0) return [];
  const text = `${impact === 'lost' ? 'without' : 'also'} ${values.join(', ')}`;
  return [{ impact, subject: 'enum', argument, text }];
}

function covers(outer: Types, inner: Types): boolean {
  if (outer === undefined) return true;
  return inner !== undefined && [...inner].every((type) => isCovered(type, outer));
}

function isCovered(type: SchemaType, types: ReadonlySet<SchemaType>): boolean {
  return types.has(type) || (type === 'integer' && types.has('number'));
}

function typesText(types: Types): string {
  return types === undefined ? 'any' : [...types].toSorted().join(' | ');
}
