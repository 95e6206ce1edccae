import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(a: true | string | false, b: boolean | string) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        { name: 'a', type: { kind: 'union', options: [{ kind: 'boolean' }, { kind: 'string' }] } },
        { name: 'b', type: { kind: 'union', options: [{ kind: 'boolean' }, { kind: 'string' }] } },
      ],
    },
  },
};
