/** What reference.js uses of swagger-ui-bundle.js, which has no types of its own. */
declare function SwaggerUIBundle(options: {
  spec: unknown;
  dom_id: string;
  onComplete: () => void;
  [option: string]: unknown;
}): { preauthorizeApiKey(scheme: string, value: string): void };
