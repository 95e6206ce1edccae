import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  ValueClass,
  type RestModuleOptions,
} from 'nestjs-rest-routes';
import { expect, test } from 'vitest';
import { startRoutes } from '../../support/application.js';

const open = new PublicAccess();

test('a style that has no effect, or is unknown, stops the start', async () => {
  @RestController('v1', '/wrong')
  class WrongController {
    @RestRoute('/none', HttpMethod.Get, open)
    none(@Param({ name: 'tag', type: 'string', lists: 'comma' }) tag: string) {
      return tag;
    }

    @RestRoute('/unknown', HttpMethod.Get, open, { lists: 'pipes' as 'comma' })
    unknown(
      @Param({ name: 'a', type: 'array', items: { type: 'string' }, lists: 'pipes' as 'comma' })
      a: unknown,
    ) {
      return a;
    }
  }
  const start = startRoutes([WrongController], { adapter: 'express' });
  await expect(start).rejects.toThrow(
    /RR1006[^]*a list[^]*RR1006[^]*'repeated' or 'comma'[^]*RR1038/,
  );
});

test('an option of a route that nothing reads stops the start, and the option that was meant is named', async () => {
  const misspelt: object = { btach: true };

  @RestController('v1', '/wrong')
  class WrongController {
    @RestRoute('/misspelt', HttpMethod.Post, open, misspelt)
    misspelt() {
      return {};
    }
  }
  const start = startRoutes([WrongController], { adapter: 'express' });
  await expect(start).rejects.toThrow(/RR1038[^]*batch[^]*btach/);
});

test('a list of a property has the style of its argument', async () => {
  @ValueClass()
  class Filter {
    @Param({ type: 'array', items: { type: 'string' }, lists: 'comma' }) tags: unknown;
  }

  @RestController('v1', '/wrong')
  class WrongController {
    @RestRoute('/inner', HttpMethod.Get, open)
    inner(@Param({ name: 'filter', type: Filter }) filter: Filter) {
      return filter;
    }
  }
  const start = startRoutes([WrongController], { adapter: 'express' });
  await expect(start).rejects.toThrow(/RR1006[^]*lists on the whole argument/);
});

test('a default without an offset is no moment', async () => {
  @RestController('v1', '/wrong')
  class WrongController {
    @RestRoute('/since', HttpMethod.Get, open)
    since(@Param({ name: 'since', type: 'date', default: '2024-03-01T10:00:00' }) since: Date) {
      return since;
    }
  }
  const start = startRoutes([WrongController], { adapter: 'express' });
  await expect(start).rejects.toThrow(/RR1015[^]*with an offset/);
});

test.each<[RestModuleOptions, string]>([
  [{ lists: 'pipes' as 'comma' }, `lists is 'repeated' or 'comma', not "pipes"`],
  [{ values: 'json' as 'typed' }, `values is 'typed' or 'wordpress', not "json"`],
  [{ timeZone: 'Mars' }, `timeZone is the name of a time zone such as 'Europe/Berlin', not "Mars"`],
])('RestModule.forRoot(%j) stops the start', async (rest, text) => {
  await expect(startRoutes([], { adapter: 'express', rest })).rejects.toThrow(text);
});
