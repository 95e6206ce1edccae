import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(a: unknown, b: unknown[], d: string | unknown, c?: unknown) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        { name: 'a', type: { kind: 'any' } },
        { name: 'b', type: { kind: 'array', items: { kind: 'any' } } },
        { name: 'd', type: { kind: 'any' } },
        { name: 'c', type: { kind: 'any' }, optional: true },
      ],
    },
  },
};
