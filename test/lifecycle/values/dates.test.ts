import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsArray, IsDate, IsOptional, ValidateIf } from 'class-validator';
import {
  Arguments,
  Format,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  ValueClass,
} from 'nestjs-rest-routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes, type TestApplication } from '../../support/application.js';
import { form } from '../../support/form.js';

const open = new PublicAccess();
const BOTH = [HttpMethod.Get, HttpMethod.Post] as const;

class DueDto {
  @IsDate() @Type(() => Date) at!: Date;
  @IsOptional() @IsArray() @IsDate({ each: true }) @Type(() => Date) all?: Date[];
  @ValidateIf((due: DueDto) => due.other !== undefined) @IsDate() @Type(() => Date) other?: Date;
}

class PlainDto {
  @IsDate() at!: Date;
}

@ValueClass()
class Due {
  @Param() at!: Date;
  @Param() all?: Date[];
}

@ValueClass()
class Typed {
  @Param() @Type(() => Date) at!: Date;
}

const shown = ({ at, all, other }: { at: Date; all?: Date[]; other?: Date }) => ({
  at: at.toISOString(),
  ...(all && { all: all.map((one) => one.toISOString()) }),
  ...(other && { other: other.toISOString() }),
});

@RestController('v1', '/due')
class DueController {
  @RestRoute('/argument', BOTH, open)
  argument(at: Date, all?: Date[]) {
    return shown({ at, ...(all && { all }) });
  }

  @RestRoute('/dto', BOTH, open)
  dto(@Arguments() due: DueDto) {
    return shown(due);
  }

  @RestRoute('/plain-dto', BOTH, open)
  plainDto(@Arguments() due: PlainDto) {
    return shown(due);
  }

  @RestRoute('/class', BOTH, open)
  valueClass(@Arguments() due: Due) {
    return shown(due);
  }

  @RestRoute('/typed-class', BOTH, open)
  typedClass(@Arguments() due: Typed) {
    return shown(due);
  }

  @RestRoute('/by-hand', BOTH, open)
  byHand(@Param({ type: 'date' }) at: Date) {
    return shown({ at });
  }

  @RestRoute('/either', BOTH, open)
  either(at: Date | number) {
    return { at: typeof at === 'number' ? at : at.toISOString() };
  }

  @RestRoute('/inner', BOTH, open)
  inner(lines: { at: Date }[]) {
    return lines.map(shown);
  }

  @RestRoute('/day', BOTH, open)
  day(@Param({ format: Format.Date }) at: Date) {
    return shown({ at });
  }

  @RestRoute('/text', BOTH, open)
  text(@Param({ format: Format.DateTime }) at: string) {
    return { at };
  }

  @RestRoute('/wordpress', BOTH, open, { values: 'wordpress' })
  wordpress(at: Date) {
    return shown({ at });
  }
}

const WAYS = [
  '/argument',
  '/dto',
  '/plain-dto',
  '/class',
  '/typed-class',
  '/by-hand',
  '/either',
] as const;

/** The same by query, form, form with parts, and JSON. */
async function read(app: TestApplication, path: string, at: string): Promise<unknown[]> {
  const url = `/api/acme/v1/due${path}`;
  const body = new URLSearchParams({ at }).toString();
  const responses = [
    await app.fetch('GET', `${url}?${body}`),
    await app.fetch('POST', url, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    }),
    await app.fetch('POST', url, form({ name: 'at', content: at })),
    await app.fetch('POST', url, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ at }),
    }),
  ];
  return responses.map(({ status, body: read }) => (status === 200 ? read : messageOf(read)));
}

function messageOf(body: unknown): unknown {
  const { data } = body as { readonly data: { readonly params: Record<string, string> } };
  return Object.values(data.params).join();
}

const four = (value: unknown) => [value, value, value, value];

const LACKS =
  'at must be a date and time with an offset, like 2024-01-31T10:20:30Z or 2024-01-31T10:20:30+02:00.';

describe.each(ADAPTERS)('a time on %s', (adapter) => {
  const zone = process.env['TZ'];
  beforeAll(() => {
    process.env['TZ'] = 'America/New_York';
  });
  afterAll(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  describe('without a stated time zone', () => {
    const app = useRoutes([DueController], { adapter, rest: { values: 'typed' } });

    test.each(WAYS)('of %s needs an offset', async (path) => {
      expect(await read(app, path, '2024-03-01T10:00:00Z')).toEqual(
        four({ at: '2024-03-01T10:00:00.000Z' }),
      );
      expect(await read(app, path, '2024-03-01T10:00:00.5+02:00')).toEqual(
        four({ at: '2024-03-01T08:00:00.500Z' }),
      );
      for (const at of ['2024-03-01T10:00:00', '2024-03-01', '2024-03-01T10:00', 'March 1, 2024']) {
        for (const message of await read(app, path, at)) expect(message).toMatch(/must be a/);
      }
    });

    test.each(['/argument', '/dto', '/plain-dto', '/class', '/typed-class', '/by-hand'])(
      'of %s is rejected with a text that names what it lacks',
      async (path) => {
        expect(await read(app, path, '2024-03-01T10:00:00')).toEqual(four(LACKS));
        for (const text of await read(app, path, '2024-03-01T10:00:00 02:00')) {
          expect(text).toContain(
            'with a plus sign and not a blank: in a URL, "+" is written "%2B"',
          );
        }
      },
    );

    test('names the blank that an unescaped plus sign becomes', async () => {
      const path = '/api/acme/v1/due/argument?at=2024-03-01T10:00:00+02:00';
      const { status, body } = await app.fetch('GET', path);
      expect([status, messageOf(body)]).toEqual([400, expect.stringContaining('"%2B"')]);
    });

    test('of a list and of a property is named by its place', async () => {
      const post = (path: string, body: object) =>
        app.fetch('POST', `/api/acme/v1/due${path}`, {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
      const [good, bad] = ['2024-03-01T10:00:00Z', '2024-03-01T10:00:00'];
      for (const path of ['/argument', '/dto', '/class']) {
        const { body } = await post(path, { at: good, all: [good, bad] });
        expect(messageOf(body)).toMatch(/^all\[1\] must be a date and time with an offset/);
        expect((await post(path, { at: good, all: [good] })).body).toEqual({
          at: '2024-03-01T10:00:00.000Z',
          all: ['2024-03-01T10:00:00.000Z'],
        });
      }
      const inner = await post('/inner', { lines: [{ at: good }, { at: bad }] });
      expect(messageOf(inner.body)).toMatch(
        /^lines\[1\]\.at must be a date and time with an offset/,
      );
      expect((await post('/dto', { at: good, other: bad })).status).toBe(400);
    });

    test('that class-validator cannot read either is left to its rules', async () => {
      expect(await read(app, '/dto', 'soon')).toEqual(four('at must be a Date instance'));
    });

    test('is a text of WordPress, and a day of the calendar, as before', async () => {
      expect(await read(app, '/text', '2024-03-01T10:00:00')).toEqual(
        four({ at: '2024-03-01T10:00:00' }),
      );
      expect(await read(app, '/day', '2024-03-01')).toEqual(
        four({ at: '2024-03-01T00:00:00.000Z' }),
      );
    });

    test('of a route with the values of WordPress is in UTC', async () => {
      expect(await read(app, '/wordpress', '2024-03-01T10:00:00')).toEqual(
        four({ at: '2024-03-01T10:00:00.000Z' }),
      );
      expect(await read(app, '/wordpress', '2024-03-01')).toEqual(
        four('at must be a date and time like 2024-01-31T10:20:30Z.'),
      );
    });
  });

  describe('in a stated time zone', () => {
    const app = useRoutes([DueController], {
      adapter,
      rest: { values: 'typed', timeZone: 'Europe/Berlin' },
    });

    test.each(WAYS)('of %s needs no offset', async (path) => {
      for (const [at, moment] of [
        ['2024-03-01T10:00:00', '2024-03-01T09:00:00.000Z'],
        ['2024-07-01T10:00', '2024-07-01T08:00:00.000Z'],
        ['2024-03-01', '2024-02-29T23:00:00.000Z'],
        ['2024-03-01T10:00:00Z', '2024-03-01T10:00:00.000Z'],
      ] as const) {
        expect(await read(app, path, at)).toEqual(four({ at: moment }));
      }
      const blanks = path === '/either' ? [] : await read(app, path, '2024-03-01T10:00:00 02:00');
      for (const text of blanks) expect(text).toContain('"%2B"');
    });

    test.each([
      ['2024-03-31T02:30', '2024-03-31T01:30:00.000Z'],
      ['2024-10-27T02:30', '2024-10-27T00:30:00.000Z'],
      ['2024-02-30', 'at must be a date and time that exists.'],
      ['2024-03-01T25:00', 'at must be a date and time that exists.'],
    ])('%s is %s: skipped by the clocks, shown twice by them, and none', async (at, expected) => {
      const read1 = await read(app, '/argument', at);
      expect(read1).toEqual(four(expected.startsWith('at ') ? expected : { at: expected }));
    });

    test('of a route with the values of WordPress is in that time zone too', async () => {
      expect(await read(app, '/wordpress', '2024-03-01T10:00:00')).toEqual(
        four({ at: '2024-03-01T09:00:00.000Z' }),
      );
    });
  });
});
