import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';
import { DEFAULT_KIND, type Kind } from '../shared/kinds.js';

const PAGE: int = 1;
const LIMITS = { most: 100 } as const;
const TAGS = ['a', 'b'] as const;

@RestController('v1', '/subjects')
export class Subject {
  static readonly START = 7;
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(
    a: int = PAGE,
    b: int = LIMITS.most,
    c: int = Subject.START,
    d: int = 60 * 60,
    e: readonly string[] = TAGS,
    f: Kind = DEFAULT_KIND,
  ) {}
}

export const expected = {
  methods: {
    list: {
      parameters: [
        { name: 'a', type: { kind: 'integer' }, optional: true, default: 1 },
        { name: 'b', type: { kind: 'integer' }, optional: true, default: 100 },
        { name: 'c', type: { kind: 'integer' }, optional: true, default: 7 },
        { name: 'd', type: { kind: 'integer' }, optional: true, default: 3600 },
        {
          name: 'e',
          type: { kind: 'array', items: { kind: 'string' } },
          optional: true,
          default: ['a', 'b'],
        },
        {
          name: 'f',
          type: { kind: 'enum', name: 'Kind', members: ['Book', 'Film'], values: ['book', 'film'] },
          optional: true,
          default: 'film',
        },
      ],
    },
  },
};
