import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(a: string[], b: Array<int>, c: readonly number[], d: ReadonlyArray<boolean>) {}
}

export const expected = {
  methods: {
    list: {
      parameters: [
        { name: 'a', type: { kind: 'array', items: { kind: 'string' } } },
        { name: 'b', type: { kind: 'array', items: { kind: 'integer' } } },
        { name: 'c', type: { kind: 'array', items: { kind: 'number' } } },
        { name: 'd', type: { kind: 'array', items: { kind: 'boolean' } } },
      ],
    },
  },
};
