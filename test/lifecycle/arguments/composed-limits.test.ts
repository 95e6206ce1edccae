import {
  HttpMethod,
  ListOf,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  ValueClass,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';
import type {
  A,
  A3,
  Both,
  Box,
  Deep,
  Other,
  Page,
  Patch,
  Plain,
  Redeclared,
  Renamed,
  Title,
} from './composed-limits.js';

@ValueClass()
class Base {
  /** @maxLength 5 */
  a!: string;
  @Param({ maxLength: 5 }) b!: string;
}

@ValueClass()
class Sub extends Base {
  declare a: string;
  @Param({ minLength: 2 }) declare b: string;
}

@ValueClass()
class Promised implements A {
  @Param() a!: string;
}

@RestController('v1', '/limits')
class LimitsController {
  @RestRoute('/left', HttpMethod.Post, new PublicAccess())
  left(x: { a: string } & A) {
    return x;
  }
  @RestRoute('/right', HttpMethod.Post, new PublicAccess())
  right(x: A & { a: string }) {
    return x;
  }
  @RestRoute('/partial', HttpMethod.Post, new PublicAccess())
  partial(x: Partial<A> & { a: string }) {
    return x;
  }
  @RestRoute('/nested', HttpMethod.Post, new PublicAccess())
  nested(x: Plain & (Readonly<Plain> & (Required<Plain> & Pick<A, 'a'>))) {
    return x;
  }
  @RestRoute('/both', HttpMethod.Post, new PublicAccess())
  both(x: Both) {
    return x;
  }
  @RestRoute('/other', HttpMethod.Post, new PublicAccess())
  other(x: Other) {
    return x;
  }
  @RestRoute('/crossed', HttpMethod.Post, new PublicAccess())
  crossed(x: A3 & Plain & A) {
    return x;
  }
  @RestRoute('/redeclared', HttpMethod.Post, new PublicAccess())
  redeclared(x: Redeclared) {
    return x;
  }
  @RestRoute('/deep', HttpMethod.Post, new PublicAccess())
  deep(x: Deep<Both>) {
    return x;
  }
  @RestRoute('/chosen', HttpMethod.Post, new PublicAccess())
  chosen(x: { [K in 'a']: A[K] }) {
    return x;
  }
  @RestRoute('/box', HttpMethod.Post, new PublicAccess())
  box(x: Plain & Box<Title>) {
    return x;
  }
  @RestRoute('/aliased', HttpMethod.Post, new PublicAccess())
  aliased(x: { a: Title }) {
    return x;
  }
  @RestRoute('/renamed', HttpMethod.Post, new PublicAccess())
  renamed(x: Renamed<A>) {
    return x;
  }
  @RestRoute('/indexed', HttpMethod.Post, new PublicAccess())
  indexed(x: A['a']) {
    return { x };
  }
  @RestRoute('/title', HttpMethod.Post, new PublicAccess())
  title(x: Title) {
    return { x };
  }
  @RestRoute('/inline', HttpMethod.Post, new PublicAccess())
  inline(/** @maxLength 5 */ x: string) {
    return { x };
  }
  @RestRoute('/decorated', HttpMethod.Post, new PublicAccess())
  decorated(@Param({ minLength: 1 }) @Param({ maxLength: 5 }) x: string) {
    return { x };
  }
  @RestRoute('/titles', HttpMethod.Post, new PublicAccess())
  titles(x: Title[]) {
    return { x };
  }
  @RestRoute('/map', HttpMethod.Post, new PublicAccess())
  map(x: Record<string, Title>) {
    return { x };
  }
  @RestRoute('/page', HttpMethod.Post, new PublicAccess())
  page(x: Page) {
    return { x };
  }
  @RestRoute('/patch', HttpMethod.Post, new PublicAccess())
  patch(x: Patch) {
    return { x };
  }
  @RestRoute('/sub', HttpMethod.Post, new PublicAccess())
  sub(@ListOf(Sub) x: Sub[]) {
    return { x };
  }
  @RestRoute('/promised', HttpMethod.Post, new PublicAccess())
  promised(@ListOf(Promised) x: Promised[]) {
    return { x };
  }
}

const LONG = 'abcdef';
const FINE = 'abcd';

/** A route, a value that satisfies all limits, and values that one part of the type does not accept. */
const CASES: readonly {
  readonly path: string;
  readonly fine: unknown;
  readonly wrong: readonly unknown[];
}[] = [
  ...['left', 'right', 'partial', 'nested', 'redeclared', 'chosen', 'box', 'aliased'].map(
    (path) => ({ path, fine: { a: FINE }, wrong: [{ a: LONG }] }),
  ),
  ...['both', 'other', 'crossed', 'deep'].map((path) => ({
    path,
    fine: { a: FINE },
    wrong: [{ a: LONG }, { a: 'ab' }],
  })),
  { path: 'renamed', fine: { xa: FINE }, wrong: [{ xa: LONG }] },
  ...['indexed', 'title', 'inline'].map((path) => ({ path, fine: FINE, wrong: [LONG] })),
  { path: 'decorated', fine: FINE, wrong: [LONG, ''] },
  { path: 'titles', fine: [FINE], wrong: [[FINE, LONG]] },
  { path: 'map', fine: { k: FINE }, wrong: [{ k: LONG }] },
  { path: 'page', fine: 1, wrong: [0] },
  { path: 'patch', fine: { a: 'x' }, wrong: [{}] },
  {
    path: 'sub',
    fine: [{ a: FINE, b: FINE }],
    wrong: [[{ a: LONG, b: FINE }], [{ a: FINE, b: LONG }], [{ a: FINE, b: 'a' }]],
  },
  { path: 'promised', fine: [{ a: FINE }], wrong: [[{ a: LONG }]] },
];

describe.each(ADAPTERS)('limits of types that are put together on %s', (adapter) => {
  const app = useRoutes([LimitsController], { adapter });

  const status = async (path: string, x: unknown): Promise<number> => {
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ x }) };
    return (await app.fetch('POST', `/api/acme/v1/limits/${path}`, json)).status;
  };

  test.each(CASES)(
    'the type of /$path has the limits of all its parts',
    async ({ path, fine, wrong }) => {
      expect(await status(path, fine)).toBe(200);
      for (const value of wrong) expect([value, await status(path, value)]).toEqual([value, 400]);
    },
  );
});
