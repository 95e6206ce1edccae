import type { PlannedArgument } from '../plan/import-plan.js';

/** The same for arguments of the same name and schema. Descriptions make no difference. */
export function argumentKey({ name, schema }: PlannedArgument): string {
  return `${JSON.stringify(name)}:${stableJson(schema)}`;
}

/** JSON with sorted names, without the descriptions of schemas. */
export function stableJson(value: unknown): string {
  return JSON.stringify(value, (key, one: unknown) => {
    if (key === 'description' && typeof one === 'string') return undefined;
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return one;
    return Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}
