import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(sizes: Record<'small' | 'large', int>, some: Partial<Record<'small', int>>) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'sizes',
          type: {
            kind: 'object',
            properties: [
              { name: 'small', type: { kind: 'integer' } },
              { name: 'large', type: { kind: 'integer' } },
            ],
          },
        },
        {
          name: 'some',
          type: {
            kind: 'object',
            properties: [{ name: 'small', type: { kind: 'integer' }, optional: true }],
          },
        },
      ],
    },
  },
};
