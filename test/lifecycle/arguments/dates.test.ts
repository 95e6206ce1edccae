import {
  Format,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';

@RestController('v1', '/days')
class DaysController {
  @RestRoute('/text', HttpMethod.Get, new PublicAccess())
  text(@Param({ format: Format.Date }) day: string) {
    return { day };
  }

  @RestRoute('/due', HttpMethod.Post, new PublicAccess())
  due(at: Date, @Param({ format: Format.DateTime }) text?: string, all?: Date[]) {
    return { at: at.toISOString(), text, count: all?.length };
  }

  @RestRoute('/moment', HttpMethod.Get, new PublicAccess())
  moment(@Param({ format: Format.Date }) day: Date) {
    return { moment: day.toISOString() };
  }
}

describe.each(ADAPTERS)('days of the calendar on %s', (adapter) => {
  const app = useRoutes([DaysController], { adapter });

  test.each(['2024-02-29', '0099-12-31', '1970-01-01'])('%s is one', async (day) => {
    const { body } = await app.fetch('GET', `/api/acme/v1/days/text?day=${day}`);
    expect(body).toEqual({ day });
  });

  test.each(['2023-02-29', '2024-13-01', '2024-00-01', '2024-1-1', '2024-01-01T00:00:00Z', ''])(
    '%j is none',
    async (day) => {
      const { status, body } = await app.fetch('GET', `/api/acme/v1/days/text?day=${day}`);
      expect(status).toBe(400);
      expect(body).toMatchObject({ data: { details: { day: { code: 'rest_invalid_date' } } } });
    },
  );

  test('a parameter of type Date gets midnight in UTC, and takes no time of day', async () => {
    const path = '/api/acme/v1/days/moment?day=';
    const day = await app.fetch('GET', `${path}2024-02-29`);
    expect(day.body).toEqual({ moment: '2024-02-29T00:00:00.000Z' });
    expect((await app.fetch('GET', `${path}2024-02-29T10:00:00Z`)).status).toBe(400);
  });

  const post = (body: object) =>
    app.fetch('POST', '/api/acme/v1/days/due', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  test.each([
    ['2024-02-29T23:59:60Z', '2024-03-01T00:00:00.000Z'],
    ['0099-12-31 00:00:00Z', '0099-12-31T00:00:00.000Z'],
    ['2024-12-31t10:00:00.5+23:59', '2024-12-30T10:01:00.500Z'],
  ])('a parameter of type Date takes the moment %s', async (at, iso) => {
    expect((await post({ at, all: [at] })).body).toEqual({ at: iso, count: 1 });
  });

  test.each([
    '2024-02-30T10:20:30Z',
    '2023-02-29T10:20:30Z',
    '2024-04-31T00:00:00Z',
    '2024-00-10T00:00:00Z',
    '2024-01-00T00:00:00Z',
    '2024-01-01T24:00:00Z',
    '2024-01-01T00:00:00+24:00',
    '2024-01-01T00:00:00+99',
  ])('it rejects %s, which does not exist', async (at) => {
    const { status, body } = await post({ at });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      data: {
        params: { at: 'at must be a date and time that exists.' },
        details: { at: { code: 'rest_invalid_date' } },
      },
    });
  });

  test('so does a list of dates, and a text with that format takes what WordPress takes', async () => {
    const at = '2024-01-01T00:00:00Z';
    const text = '2024-02-30T24:00:00Z';
    expect((await post({ at, all: [at, text] })).body).toMatchObject({
      data: { params: { all: 'all[1] must be a date and time that exists.' } },
    });
    expect((await post({ at, text })).body).toEqual({ at: '2024-01-01T00:00:00.000Z', text });
  });

  test('OPTIONS lists the format', async () => {
    const { body } = await app.fetch('OPTIONS', '/api/acme/v1/days/text');
    expect(body).toMatchObject({ endpoints: [{ args: { day: { format: 'date' } } }] });
  });
});
