// @ts-check
// A classic script, and the data stands in the page: this works from file:// too.
(() => {
  const data = JSON.parse(document.getElementById('reference')?.textContent ?? '{}');
  const { document: shown, live } = data;

  if (live) {
    // Same origin and same path prefix as this page, whatever name the server was reached by.
    const url = new URL('..', location.href).href.replace(/\/$/, '');
    shown.servers = [{ url, description: 'this server' }];
    for (const item of Object.values(shown.paths)) delete item.servers;
  }

  const callers = /** @type {HTMLSelectElement | null} */ (document.getElementById('caller'));
  const note = document.getElementById('caller-note');

  const ui = SwaggerUIBundle({
    spec: shown,
    dom_id: '#api',
    validatorUrl: null,
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    defaultModelExpandDepth: 3,
    displayRequestDuration: true,
    persistAuthorization: false,
    supportedSubmitMethods: live ? ['get', 'post', 'delete'] : [],
    requestSnippetsEnabled: false,
    onComplete: () => authorize(),
  });

  function authorize() {
    const option = callers?.selectedOptions[0];
    if (!option) return;
    ui.preauthorizeApiKey('token', option.value);
    if (note) note.textContent = option.dataset.note ?? '';
  }

  callers?.addEventListener('change', authorize);
})();
