import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

const Color = { Red: 'red', Green: 'green' } as const;
type Color = (typeof Color)[keyof typeof Color];

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(color: Color = Color.Red) {}
}

export const expected = {
  methods: {
    list: {
      parameters: [
        {
          name: 'color',
          type: { kind: 'enum', name: 'Color', values: ['red', 'green'] },
          optional: true,
          default: 'red',
        },
      ],
    },
  },
};
