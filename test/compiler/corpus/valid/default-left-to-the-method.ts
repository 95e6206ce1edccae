import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

const mutable: string[] = ['a'];

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(
    a: Date = new Date(),
    b: int = Math.max(1, 2),
    c: string[] = mutable,
    d: string = undefined as never,
  ) {}
}

export const expected = {
  methods: {
    list: {
      parameters: [
        { name: 'a', type: { kind: 'date' }, optional: true },
        { name: 'b', type: { kind: 'integer' }, optional: true },
        { name: 'c', type: { kind: 'array', items: { kind: 'string' } }, optional: true },
        { name: 'd', type: { kind: 'string' }, optional: true },
      ],
    },
  },
};
