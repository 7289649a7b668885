/** What the parts of the specification are about. */
export const sections: { readonly [number: string]: string } = {
  '0': 'All bodies',
  '1': 'What the service does',
  '2': 'Resources and their fields',
  '2.1': 'Report',
  '2.2': 'Static analysis report',
  '3': 'States and transitions',
  '4': 'Endpoints',
  '4.1': 'Create report',
  '4.2': 'Fetch a single report',
  '4.3': 'Delete a report',
  '4.4': 'Static analysis report by hash',
  '5': 'Authentication',
  '6': 'Events',
  '7': 'Errors',
  '8': 'Limits',
  '9': 'Versioning',
};
