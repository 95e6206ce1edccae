import fc from 'fast-check';

/** A parameter as the source writes it; the members are texts of TypeScript or JSON values. */
export interface WrittenParameter {
  readonly name: string;
  readonly type: string;
  readonly isOptional: boolean;
  readonly default: unknown;
  readonly param: Readonly<Record<string, unknown>> | undefined;
  readonly listOf: readonly [string, Readonly<Record<string, unknown>>] | undefined;
}

export type WrittenPermission =
  | { readonly kind: 'public' | 'none' }
  | { readonly kind: 'capability'; readonly name: string }
  | { readonly kind: 'callback'; readonly parameters: readonly WrittenParameter[] }
  | { readonly kind: 'allOf' | 'anyOf'; readonly parts: readonly WrittenPermission[] };

export interface WrittenRoute {
  readonly path: string;
  readonly methods: readonly string[];
  readonly permission: WrittenPermission;
}

export interface WrittenMethod {
  readonly routes: readonly WrittenRoute[];
  readonly parameters: readonly WrittenParameter[];
  readonly cache: Readonly<Record<string, unknown>> | undefined;
}

export interface WrittenController {
  readonly version: string;
  readonly base: string;
  readonly methods: readonly WrittenMethod[];
}

/** Valid values come first and more often, so that many cases have one diagnostic or none. */
const mostly = <T>(valid: readonly T[], invalid: readonly T[]) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...valid) },
    { weight: 1, arbitrary: fc.constantFrom(...invalid) },
  );

const parameter = (name: string): fc.Arbitrary<WrittenParameter> =>
  fc.record({
    name: fc.constant(name),
    type: mostly(
      ['int', 'string'],
      [
        'number',
        'boolean',
        "'a' | 'b'",
        'string[]',
        'int[]',
        'Date',
        'int | null',
        'UploadedFile',
        'UploadedFile[]',
        'UploadedFile | null',
        'UploadedFile | string',
      ],
    ),
    isOptional: mostly([false], [true]),
    default: mostly([undefined], [1, 1.5, 'a', true]),
    param: mostly(
      [undefined],
      [
        {},
        { minimum: 1 },
        { minimum: 5, maximum: 1 },
        { minLength: 2 },
        { pattern: '(' },
        { format: 'email' },
        { name: 'id' },
        { name: 'page', description: 'A page.' },
        { default: 1.5 },
        { nullable: true },
        { maxSize: '1 KiB' },
        { maxSize: '1', mediaTypes: ['image/png'] },
      ],
    ),
    listOf: mostly(
      [undefined],
      [
        ['string', {}],
        ['integer', { minItems: 1 }],
        ['string', { minItems: -1 }],
        ['string', { minItems: 3, maxItems: 2 }],
      ],
    ),
  });

const request: WrittenParameter = {
  name: 'request',
  type: 'RestRequest',
  isOptional: false,
  default: undefined,
  param: undefined,
  listOf: undefined,
};

const parameters = fc
  .subarray(['id', 'key', 'page'])
  .chain((names) => fc.tuple(fc.tuple(...names.map(parameter)), mostly([false], [true])))
  .map(([given, takesRequest]) => (takesRequest ? [...given, request] : given));

const single: fc.Arbitrary<WrittenPermission> = fc.oneof(
  { weight: 10, arbitrary: fc.constant({ kind: 'public' } as const) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('capability' as const),
      name: fc.constantFrom('edit', ''),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'none' } as const) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('callback' as const), parameters }) },
);

const permission: fc.Arbitrary<WrittenPermission> = fc.oneof(
  { weight: 4, arbitrary: single },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('allOf' as const, 'anyOf' as const),
      parts: fc.array(
        single.filter(({ kind }) => kind !== 'none'),
        { maxLength: 3 },
      ),
    }),
  },
);

const route: fc.Arbitrary<WrittenRoute> = fc.record({
  path: mostly(['', '/a', '/{id}'], ['/A/', '/{id}/{key}', '/{id}/{id}', '/a b', 'a', '/{id']),
  methods: mostly([['GET'], ['POST'], ['PUT', 'PATCH']], [['GET', 'POST'], [], ['TRACE']]),
  permission,
});

const cache = fc.record(
  {
    ttl: mostly<unknown>(['5m', '1.5s'], ['0s', '400d', '5', 300]),
    staleWhileRevalidate: mostly<unknown>(['1m', '0s'], ['366d', 'soon', 5]),
    vary: mostly<unknown>(
      ['none', 'user', { headers: ['Accept-Language'] }],
      ['everybody', { headers: [] }, { headers: ['a b'] }],
    ),
  },
  { requiredKeys: ['ttl'] },
);

const method: fc.Arbitrary<WrittenMethod> = fc.record({
  routes: fc.array(route, { minLength: 1, maxLength: 2 }),
  parameters,
  cache: fc.option(cache, { freq: 2, nil: undefined }),
});

const controller: fc.Arbitrary<WrittenController> = fc.record({
  version: mostly(['v1', 'v1', 'v2'], ['/v1', '']),
  base: mostly(['', '/items'], ['items', '/a/{id}', '/a?']),
  methods: fc.array(method, { minLength: 1, maxLength: 3 }),
});

/** The controllers of one module. */
export const arbitraryModule = fc.array(controller, { minLength: 1, maxLength: 2 });
