/** An answer as a value in YAML. */
export const yamlScalar = (answer: string | number | boolean): string =>
  typeof answer === 'string' && !/^[A-Za-z][\w-]*$/.test(answer) ? `'${answer}'` : String(answer);
