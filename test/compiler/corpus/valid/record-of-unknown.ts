import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(meta: Record<string, unknown>) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [{ name: 'meta', type: { kind: 'object', additional: { kind: 'any' } } }],
    },
  },
};
