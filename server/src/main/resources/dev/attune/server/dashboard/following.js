// A service that follows a stream decides here and learns there. What can only be done there is not offered.

/** Says so on every page from now on; empty for a service whose bandits learn here. */
export function showFollowing(stream) {
  if (!stream || isFollowing()) {
    return;
  }
  document.documentElement.dataset.following = 'true';
  const line = document.getElementById('following');
  line.textContent = `This service follows ${stream}: it decides here, and its bandits learn there. Numbers are as of the last published model.`;
  line.className = 'banner';
  line.hidden = false;
}

export function isFollowing() {
  return 'following' in document.documentElement.dataset;
}
