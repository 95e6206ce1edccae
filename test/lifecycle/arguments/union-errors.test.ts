import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  ValueClass,
  type int,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';

interface Seated {
  kind: 'seated';
  name: string;
  rows: int;
  prices: (Fixed | Dynamic)[];
}

interface Standing {
  name: string;
  capacity: int;
  kind: 'standing' | 'lawn';
}

interface Fixed {
  type: 1;
  /** @minimum 0 */
  amount: number;
}

interface Dynamic {
  type: 2;
  from: number;
  to: number;
}

/** Contains itself. */
interface Group {
  is: 'group';
  parts: (Group | Leaf)[];
}

interface Leaf {
  is: 'leaf';
  size: int;
}

@ValueClass()
class Card {
  @Param() by!: 'card';
  @Param({ minLength: 4 }) number!: string;
}

@ValueClass()
class Bank {
  @Param() by!: 'bank';
  @Param() iban!: string;
  @Param() number?: string;
}

@RestController('v1', '/maps')
class MapsController {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  save(blocks: (Seated | Standing)[]) {
    return blocks;
  }
  @RestRoute('/tree', HttpMethod.Post, new PublicAccess())
  tree(root: Group | Leaf | null) {
    return root;
  }
  @RestRoute('/pay', HttpMethod.Post, new PublicAccess())
  pay(with_: Card | Bank | string) {
    return with_;
  }
  @RestRoute('/filter', HttpMethod.Get, new PublicAccess())
  filter(by: { field: 'size'; least: int } | { field: 'name'; text: string }) {
    return by;
  }
  /** A literal that several alternatives share. */
  @RestRoute('/shared', HttpMethod.Post, new PublicAccess())
  shared(
    one:
      | { group: 'a'; kind: 'x'; size: int }
      | { group: 'a'; kind: 'y'; text: string }
      | { group: 'b'; kind: 'x'; other: boolean },
  ) {
    return one;
  }
}

const SEATED = { kind: 'seated', name: 'A', rows: 2, prices: [] };

/** The path, the body, the place, and the rest of the sentence. */
const WRONG: readonly (readonly [path: string, body: object, place: string, rest: string])[] = [
  ['', { blocks: [{ kind: 'standing', name: 'B' }] }, 'blocks[0].capacity', 'is required.'],
  ['', { blocks: [{ kind: 'lawn', name: 'B', rows: 3 }] }, 'blocks[0].capacity', 'is required.'],
  [
    '',
    { blocks: [SEATED, { kind: 'sitting', name: 'B', rows: 2, prices: [] }] },
    'blocks[1].kind',
    'must be one of seated, standing, lawn.',
  ],
  ['', { blocks: [{ kind: 7, name: 'B' }] }, 'blocks[0].kind', 'must be a string.'],
  ['', { blocks: [{ name: 'B', capacity: 4 }] }, 'blocks[0].kind', 'is required.'],
  ['', { blocks: [{}] }, 'blocks[0].kind', 'is required.'],
  [
    '',
    { blocks: [{ kind: 'standing', name: 'B', capacity: 'many' }] },
    'blocks[0].capacity',
    'must be an integer.',
  ],
  [
    '',
    { blocks: [{ kind: 'standing', name: 'B', capacity: 4, rows: 2 }] },
    'blocks[0].rows',
    'is not a known property.',
  ],
  [
    '',
    { blocks: [{ ...SEATED, prices: [{ type: 2, from: 1 }] }] },
    'blocks[0].prices[0].to',
    'is required.',
  ],
  [
    '',
    { blocks: [{ ...SEATED, prices: [{ type: 1, amount: -1 }] }] },
    'blocks[0].prices[0].amount',
    'must be greater than or equal to 0.',
  ],
  [
    '',
    { blocks: [{ ...SEATED, prices: [{ type: 3, amount: 1 }] }] },
    'blocks[0].prices[0].type',
    'must be one of 1, 2.',
  ],
  ['', { blocks: [{ ...SEATED, prices: ['free'] }] }, 'blocks[0].prices[0]', 'must be an object.'],
  [
    '/tree',
    { root: { is: 'group', parts: [{ is: 'group', parts: [{ is: 'leaf' }] }] } },
    'root.parts[0].parts[0].size',
    'is required.',
  ],
  [
    '/tree',
    { root: { is: 'group', parts: [{ is: 'branch', parts: [] }] } },
    'root.parts[0].is',
    'must be one of group, leaf.',
  ],
  [
    '/pay',
    { with_: { by: 'card', number: '12' } },
    'with_.number',
    'must have at least 4 characters.',
  ],
  ['/pay', { with_: { by: 'bank', number: '12' } }, 'with_.iban', 'is required.'],
  ['/pay', { with_: { by: 'cash' } }, 'with_.by', 'must be one of card, bank.'],
  ['/shared', { one: { group: 'a', kind: 'y', size: 1 } }, 'one.text', 'is required.'],
  ['/shared', { one: { group: 'b', kind: 'x', size: 1 } }, 'one.other', 'is required.'],
  ['/shared', { one: { group: 'c', kind: 'x', size: 1 } }, 'one.group', 'must be one of a, b.'],
  ['/shared', { one: { group: 'b', kind: 'y', other: true } }, 'one.kind', 'must be one of x.'],
];

describe.each(ADAPTERS)('A wrong value of a union on %s', (adapter) => {
  const app = useRoutes([MapsController], { adapter });
  const nest = useRoutes([MapsController], { adapter, rest: { style: 'nest' } });
  const post = (to: typeof app, path: string, body: object) =>
    to.fetch('POST', `/api/acme/v1/maps${path}`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  test.each(WRONG)(
    'that a literal names has the error of that alternative: %s %j is about %s',
    async (path, body, place, rest) => {
      const [name = ''] = Object.keys(body);
      const sent = await post(app, path, body);
      expect([sent.status, sent.body]).toEqual([
        400,
        expect.objectContaining({
          data: expect.objectContaining({ params: { [name]: `${place} ${rest}` } }),
        }),
      ]);
      expect((await post(nest, path, body)).body).toMatchObject({ message: [`${place} ${rest}`] });
    },
  );

  test('in a query has the error of that alternative', async () => {
    const wrong = await app.fetch('GET', '/api/acme/v1/maps/filter?by[field]=name&by[least]=2');
    expect(wrong.body).toMatchObject({ data: { params: { by: 'by.text is required.' } } });
    const right = await app.fetch('GET', '/api/acme/v1/maps/filter?by[field]=size&by[least]=2');
    expect(right.body).toEqual({ field: 'size', least: 2 });
  });

  test('says in its data which alternatives there are', async () => {
    const { body } = await post(app, '', { blocks: [{ kind: 'sitting' }] });
    expect(body).toMatchObject({
      data: {
        details: {
          blocks: {
            code: 'rest_no_matching_schema',
            data: { reason: 'rest_not_in_enum', enum: ['seated', 'standing', 'lawn'] },
          },
        },
      },
    });
  });
});
