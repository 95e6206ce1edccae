import type { ObjectShape, Shape } from '../../../lib/schema/shapes/shape.js';

/** What may leave of data of JSON, and whether they are what the shape declares. */
export interface Pruned {
  readonly value: unknown;
  readonly fits: boolean;
}

type Data = Readonly<Record<string, unknown>>;

/** The reference: the shape applied to data that JSON has written and read again. */
export function prune(shape: Shape, data: unknown): Pruned {
  switch (shape.kind) {
    case 'any':
      return { value: data, fits: true };
    case 'nullable':
      return data === null ? { value: null, fits: true } : prune(shape.of, data);
    case 'list':
      return Array.isArray(data) ? pruneList(shape.items, data) : wrong(data);
    case 'object':
      return isObject(data) ? pruneObject(shape, data) : wrong(data);
    case 'union':
      return pruneUnion(shape.options, data);
    case 'nothing':
      return { value: undefined, fits: data === undefined };
    case 'date':
      return isDate(data) ? { value: data, fits: true } : wrong(data);
    case 'enum':
      return shape.values.includes(data as string) ? { value: data, fits: true } : wrong(data);
    case 'integer':
      return Number.isInteger(data) ? { value: data, fits: true } : wrong(data);
    default:
      return typeof data === shape.kind ? { value: data, fits: true } : wrong(data);
  }
}

function wrong(data: unknown): Pruned {
  return { value: typeof data === 'object' && data !== null ? undefined : data, fits: false };
}

function isObject(data: unknown): data is Data {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}

function isDate(data: unknown): boolean {
  return typeof data === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(data);
}

function pruneList(items: Shape, data: readonly unknown[]): Pruned {
  const pruned = data.map((item) => prune(items, item));
  return {
    value: pruned.map(({ value }) => (value === undefined ? null : value)),
    fits: pruned.every(({ fits }) => fits),
  };
}

function pruneObject({ properties, others }: ObjectShape, data: Data): Pruned {
  const names = new Set(properties.map(({ name }) => name));
  const known = properties.flatMap(({ name, shape, isOptional }) => {
    const isThere = Object.hasOwn(data, name);
    return isThere || !isOptional
      ? [{ name, ...prune(shape, isThere ? data[name] : undefined) }]
      : [];
  });
  const rest = Object.keys(data).flatMap((name) =>
    names.has(name) || others === undefined ? [] : [{ name, ...prune(others, data[name]) }],
  );
  const all = [...known, ...rest].filter(({ value }) => value !== undefined);
  return {
    value: Object.fromEntries(all.map(({ name, value }) => [name, value])),
    fits: [...known, ...rest].every(({ fits }) => fits),
  };
}

/** The options of random unions have no property that names them. */
function pruneUnion(options: readonly Shape[], data: unknown): Pruned {
  const all = options.map((option) => prune(option, data));
  const fitting = all.filter(({ fits }) => fits);
  const [first, ...others] = fitting;
  if (first !== undefined) {
    const fullest = others.reduce((a, b) => (size(b.value) > size(a.value) ? b : a), first);
    return fullest;
  }
  return { value: undefined, fits: false };
}

function size(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce<number>((sum, part) => sum + size(part), own);
}
