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
  text(@Param({ name: 'day', type: 'string', format: Format.Date }) day: string) {
    return { day };
  }

  @RestRoute('/moment', HttpMethod.Get, new PublicAccess())
  moment(@Param({ name: 'day', type: 'date', format: Format.Date }) day: Date) {
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

  test('OPTIONS lists the format', async () => {
    const { body } = await app.fetch('OPTIONS', '/api/acme/v1/days/text');
    expect(body).toMatchObject({ endpoints: [{ args: { day: { format: 'date' } } }] });
  });
});
