import { HttpMethod, ListOf, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(@ListOf('string', { minItems: 1, maxItems: 3 }) names: string[]) {}
}

export const expected = {
  methods: {
    list: { parameters: [{ name: 'names', type: { kind: 'array', items: { kind: 'string' } } }] },
  },
};
