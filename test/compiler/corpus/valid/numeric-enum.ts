import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

export enum Level {
  Low,
  Middle,
  High = 5,
  Highest,
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(level: Level = Level.High) {}
}

export const expected = {
  methods: {
    list: {
      parameters: [
        {
          name: 'level',
          type: {
            kind: 'enum',
            name: 'Level',
            members: ['Low', 'Middle', 'High', 'Highest'],
            values: [0, 1, 5, 6],
          },
          optional: true,
          default: 5,
        },
      ],
    },
  },
};
