import {
  Arguments,
  HttpMethod,
  ListOf,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  RestRoutes,
  ValueClass,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';

const OPEN = new PublicAccess();

@ValueClass()
class Category {
  @Param({ type: 'string', minLength: 2 }) name!: string;
  @ListOf(Category) @Param({ required: false }) children?: Category[];
  @Param({ type: Category, nullable: true, required: false }) parent?: Category | null;
  @Param({ additionalProperties: { type: Category }, required: false })
  byName?: Record<string, Category>;
  @Param({ anyOf: [{ type: Category }, { type: 'integer' }], required: false })
  either?: Category | number;
}

/** Each has all of them: what contains them is not known before all are declared. */
const crowd = Array.from({ length: 12 }, (_, at) => {
  class Member {
    name = `member ${at}`;
  }
  Object.defineProperty(Member, 'name', { value: `Member${at}` });
  Param({ type: 'string', default: '' })(Member.prototype, 'name');
  ValueClass()(Member);
  return Member;
});
for (const { prototype } of crowd) {
  crowd.forEach((type, at) => Param({ type, required: false })(prototype, `in${at}`));
}
const [First = class {}] = crowd;

@RestController('v1', '/hand')
class HandController {
  @RestRoute('/category', HttpMethod.Post, OPEN)
  category(@Param({ name: 'category', type: Category }) category: Category) {
    return shown(category);
  }

  @RestRoute('/spread', HttpMethod.Post, OPEN)
  spread(@Arguments(Category) category: Category) {
    return shown(category);
  }

  @RestRoute('/crowd', HttpMethod.Post, OPEN)
  crowd(@Param({ name: 'first', type: First }) first: object) {
    return shown(first);
  }
}

function shown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, shown(one)]);
  return { is: value.constructor.name, ...Object.fromEntries(entries) };
}

const name = 'ab';

describe.each(ADAPTERS)('classes by hand that contain themselves on %s', (adapter) => {
  const app = useRoutes([HandController], { adapter });
  const post = (path: string, body: object) =>
    app.fetch('POST', `/api/acme/v1/hand${path}`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  test('are instances at each level: in lists, maps and unions, and null', async () => {
    const category = {
      name,
      children: [{ name, parent: null }],
      parent: { name, byName: { x: { name, either: { name, either: 5 } } } },
    };
    const { body } = await post('/category', { category });
    expect(body).toEqual({
      is: 'Category',
      name,
      children: [{ is: 'Category', name, parent: null }],
      parent: {
        is: 'Category',
        name,
        byName: {
          is: 'Object',
          x: { is: 'Category', name, either: { is: 'Category', name, either: 5 } },
        },
      },
    });
    expect((await post('/spread', category)).body).toEqual(body);
  });

  test.each([
    [{ name, children: [{ name: 'a' }] }, 'children[0].name'],
    [{ name, parent: { name, parent: { name, other: 1 } } }, 'parent.parent.other'],
    [{ name, byName: { x: { name, byName: { y: null } } } }, 'byName.x.byName.y'],
    [{ name, either: { name, either: { name: 'a' } } }, 'either'],
  ])('%j is a 400', async (category, place) => {
    const { status, text } = await post('/category', { category });
    expect([status, text]).toEqual([400, expect.stringContaining(`category.${place}`)]);
    const spread = await post('/spread', category);
    expect([spread.status, spread.text]).toEqual([400, expect.stringContaining(place)]);
  });

  test('are described once, however often they refer to each other', async () => {
    const first = { in3: { in7: { name: 'c', in0: {} } } };
    expect((await post('/crowd', { first })).body).toEqual({
      is: 'Member0',
      name: 'member 0',
      in3: {
        is: 'Member3',
        name: 'member 3',
        in7: { is: 'Member7', name: 'c', in0: { is: 'Member0', name: 'member 0' } },
      },
    });
    const routes = await app.nest.get(RestRoutes).list();
    const described = routes.find(({ handler }) => handler === 'HandController.crowd');
    expect(Object.keys(described?.arguments[0]?.definitions ?? {})).toHaveLength(12);
    expect(JSON.stringify(described).length).toBeLessThan(20_000);
    const options = await app.fetch('OPTIONS', '/api/acme/v1/hand/crowd');
    expect(options.text.length).toBeLessThan(2_000);
  });
});
