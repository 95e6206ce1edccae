import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(since: Date, until: Date | null = null, days: Date[] = []) {}
}

export const expected = {
  methods: {
    list: {
      parameters: [
        { name: 'since', type: { kind: 'date' } },
        { name: 'until', type: { kind: 'date', nullable: true }, optional: true, default: null },
        {
          name: 'days',
          type: { kind: 'array', items: { kind: 'date' } },
          optional: true,
          default: [],
        },
      ],
    },
  },
};
