import {
  HttpMethod,
  ListOf,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';

const make = () => ({ type: 'string' }) as const;

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(
    @Param({ minimum: 0, exclusiveMinimum: true, multipleOf: 2 }) a: int,
    @ListOf('string', { uniqueItems: true }) b: string[],
    @Param({ minProperties: 1, maxProperties: 3 }) c: Record<string, int>,
    @Param({ schema: { type: 'string', enum: ['a'] } }) d: string,
    @Param({ schema: make() }) e: bigint,
  ) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        { name: 'a', type: { kind: 'integer' } },
        { name: 'b', type: { kind: 'array', items: { kind: 'string' } } },
        { name: 'c', type: { kind: 'object', additional: { kind: 'integer' } } },
        { name: 'd', type: { kind: 'string' } },
        { name: 'e', type: { kind: 'opaque', text: 'bigint' } },
      ],
    },
  },
};
