import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(a: int = -1, b: number = 2.5, c: string = `x`, d: boolean = false) {}
}

export const expected = {
  methods: {
    list: {
      parameters: [
        { name: 'a', type: { kind: 'integer' }, optional: true, default: -1 },
        { name: 'b', type: { kind: 'number' }, optional: true, default: 2.5 },
        { name: 'c', type: { kind: 'string' }, optional: true, default: 'x' },
        { name: 'd', type: { kind: 'boolean' }, optional: true, default: false },
      ],
    },
  },
};
