import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(tags: ('new' | 'sale')[] = ['new']) {}
}

export const expected = {
  methods: {
    list: {
      parameters: [
        {
          name: 'tags',
          type: { kind: 'array', items: { kind: 'enum', values: ['new', 'sale'] } },
          optional: true,
          default: ['new'],
        },
      ],
    },
  },
};
